/** What `String.replace` makes of a replacement with `$1`, `$<name>`, `$&`, `` $` ``, `$'` and `$$` for one match. */
export function expandReplacement(replacement: string, match: RegExpExecArray): string {
    return replacement.replace(/\$(?:([$&`'])|(\d{1,2})|<([^>]*)>)/g, (written: string, sign?: string, digits?: string, name?: string) => {
        if (sign !== undefined) {
            const { index, input } = match;
            const meanings: Record<string, string> = { $: '$', '&': match[0] };
            return meanings[sign] ?? (sign === '`' ? input.slice(0, index) : input.slice(index + match[0].length));
        }
        if (digits !== undefined) {
            return expandGroup(written, digits, match);
        }
        return match.groups ? (match.groups[name ?? ''] ?? '') : written;
    });
}

/** Two digits name a group when there are so many, else the first digit does and the second is text. */
function expandGroup(written: string, digits: string, match: RegExpExecArray): string {
    const groups = match.length - 1;
    const both = Number(digits);
    if (both >= 1 && both <= groups) {
        // A group that took no part is undefined, whatever its type says.
        return match[both] ?? '';
    }
    const first = Number(digits[0]);
    return digits.length === 2 && first >= 1 && first <= groups ? ((match[first] as string | undefined) ?? '') + digits[1] : written;
}
