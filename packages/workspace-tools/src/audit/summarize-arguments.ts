import { redactSecrets } from '../redact-secrets';

/** Arguments that carry what is written or may be secret, never where: only their size is noted. */
const CONTENT_NAMES = new Set([
    ...['content', 'contents', 'newcontent', 'body', 'data'],
    ...['old_string', 'new_string', 'oldtext', 'newtext', 'replacement'],
    ...['patch', 'diff', 'unified_diff'],
    ...['env', 'environment']
]);
const MAX_TEXT = 200;
const MAX_MESSAGE = 500;
/** So much of a text is looked at for secrets: one that is cut in the middle may not be recognised, and few are longer. */
const MAX_SEARCHED = 4_000;
const MAX_ITEMS = 10;
const MAX_DEPTH = 3;

/**
 * The arguments of a call as the audit keeps them: what was meant to be done to what, without contents, without secrets of the usual
 * shapes and of bounded size.
 */
export function summarizeArguments(args: object): Record<string, unknown> {
    return summarizeFields(args, 0);
}

/** A message as the audit keeps it: without secrets of the usual shapes and of bounded size. */
export function summarizeMessage(message: string): string {
    return shortened(message, MAX_MESSAGE);
}

function summarizeFields(fields: object, depth: number): Record<string, unknown> {
    const names = Object.keys(fields).slice(0, MAX_ITEMS);
    return Object.fromEntries(names.map(name => [name.slice(0, MAX_TEXT), summarize(name, Reflect.get(fields, name), depth)]));
}

function summarize(name: string, value: unknown, depth: number): unknown {
    if (CONTENT_NAMES.has(name.toLowerCase())) {
        return `(${(typeof value === 'string' ? value : JSON.stringify(value ?? '')).length} characters)`;
    }
    if (typeof value === 'string') {
        return shortened(value, MAX_TEXT);
    }
    if (typeof value !== 'object' || value === null) {
        return value;
    }
    if (depth >= MAX_DEPTH) {
        return '(more)';
    }
    return Array.isArray(value)
        ? value.slice(0, MAX_ITEMS).map((item: unknown) => summarize('', item, depth + 1))
        : summarizeFields(value, depth + 1);
}

function shortened(text: string, most: number): string {
    const redacted = redactSecrets(text.slice(0, MAX_SEARCHED));
    return text.length <= most ? redacted : `${redacted.slice(0, most)}… (${text.length} characters)`;
}
