/** What a shell tells of itself, between what its programs print. */
export type ShellMark =
    /** A command begins; some shells tell its text. */
    | { readonly kind: 'begin'; readonly commandLine?: string }
    /** The prompt is shown. Each prompt has a number of its own, and comes again under it when the line is drawn anew. */
    | { readonly kind: 'prompt'; readonly number: number; readonly status?: number }
    /** The shell waits for the rest of an unfinished command line. */
    | { readonly kind: 'rest'; readonly number: number };

/** Reads the content of a mark; undefined for one without the terminal's secret, which is not the shell's. */
export function parseShellMark(content: string, secret: string | undefined): ShellMark | undefined {
    const [kind, given, ...fields] = content.split(';');
    if (secret === undefined || given !== secret) {
        return undefined;
    }
    switch (kind) {
        case 'C':
            return { kind: 'begin', ...(fields[0] ? { commandLine: decodeHex(fields[0]) } : {}) };
        case 'P': {
            const status = readNumber(fields[0]);
            return { kind: 'prompt', number: readNumber(fields[1]) ?? 0, ...(status === undefined ? {} : { status }) };
        }
        case 'Q':
            return { kind: 'rest', number: readNumber(fields[0]) ?? 0 };
        default:
            return undefined;
    }
}

function readNumber(text = ''): number | undefined {
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function decodeHex(text: string): string {
    const bytes = (text.match(/[0-9a-f]{2}/gi) ?? []).map(pair => Number.parseInt(pair, 16));
    return new TextDecoder().decode(new Uint8Array(bytes)).replace(/(?!\n)\p{Cc}/gu, '');
}
