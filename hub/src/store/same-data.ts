/** Whether two values from JSON say the same, whatever the order of their keys. */
export function isSameData(left: unknown, right: unknown): boolean {
    if (left === right) {
        return true;
    }
    if (!isCompound(left) || !isCompound(right) || Array.isArray(left) !== Array.isArray(right)) {
        return false;
    }
    const keys = Object.keys(left);
    return (
        keys.length === Object.keys(right).length &&
        keys.every(key => Object.hasOwn(right, key) && isSameData(left[key as keyof object], right[key as keyof object]))
    );
}

function isCompound(value: unknown): value is object {
    return typeof value === 'object' && value !== null;
}
