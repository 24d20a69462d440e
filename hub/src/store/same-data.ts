/** Whether two values from JSON say the same, whatever the order of their keys. */
export function isSameData(left: unknown, right: unknown): boolean {
    if (left === right) {
        return true;
    }
    if (Array.isArray(left) && Array.isArray(right)) {
        return left.length === right.length && left.every((item, index) => isSameData(item, right[index]));
    }
    return isObject(left) && isObject(right) && hasSameEntries(left, right);
}

/** Lists no array of keys: values from JSON inherit none. */
function hasSameEntries(left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>): boolean {
    for (const key in left) {
        if (!Object.hasOwn(right, key) || !isSameData(left[key], right[key])) {
            return false;
        }
    }
    for (const key in right) {
        if (!Object.hasOwn(left, key)) {
            return false;
        }
    }
    return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
