/** What stands in the place of a secret. */
const REDACTED = '[redacted]';

const PEM_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;
/**
 * The middle of a key whose first line is out of sight, or another long text in base64; perhaps behind what a diff, a search or a
 * listing puts before each line. Checksums are written in hexadecimal digits alone.
 */
const BASE64_LINES = /(?:^(?:[^\n]{0,39}[^A-Za-z0-9+/\n])?(?![0-9a-f]{60,80}\r?$)[A-Za-z0-9+/]{60,80}={0,2}\r?$\n?){3,}/gm;

/** Secrets that their issuers made easy to recognise. */
const KNOWN_SHAPES = [
    /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16}\b/g,
    /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g,
    /\bgithub_pat_\w{30,255}\b/g,
    /\bgl(?:pat|ptt|dt|rt|cbt)-[\w-]{20,64}/g,
    /\bxox[abeoprs]-[\w-]{10,250}/g,
    /\bsk-(?:ant-|proj-|or-)?[\w-]{20,250}/g,
    /\b[srp]k_(?:live|test)_[0-9A-Za-z]{16,250}/g,
    /\bAIza[\w-]{35}/g,
    /\bya29\.[\w-]{20,500}/g,
    /\bnpm_[A-Za-z0-9]{36}\b/g,
    /\bpypi-[\w-]{50,500}/g,
    /\bhf_[A-Za-z0-9]{30,60}\b/g,
    /\bdop_v1_[0-9a-f]{64}\b/g,
    /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/g
];

/** Three parts or more with dots between them, as web tokens are made of; it begins nowhere within a part, which keeps it fast. */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]+){2,}/g;
const WEB_TOKEN_PART = /eyJ[\w-]{8}/;

const HEADER = /\b(authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token|digest)\s{1,3})([^\s"',;]{6,})/gi;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,200}:)([^\s/@]{1,500})(?=@)/gi;
const COOKIE = /\b((?:set-)?cookie["']?\s{0,3}:\s{0,3})([^\n]{4,})/gi;
const CURL_USER = /\b(curl\s[^\n]{0,300}?(?:-u|--user)[ =]{0,2}["']?[^\s:"']{1,100}:)([^\s"']{1,200})/g;
const NAMED =
    /((?:(?<![a-z])pass|password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|account[_-]?key|credential)s?(?:[_-]\w{1,20})?["']?\s{0,3}[:=]\s{0,3})("[^"\n]{4,}"|'[^'\n]{4,}'|[^\s"',;&]{4,})/gi;

/** Values that are no secrets: words of programming languages, placeholders, and names of variables. */
const HARMLESS_VALUE =
    /^["']?(?:string|number|boolean|object|unknown|true|false|null|none|undefined|required|optional|\*+|x+|<.*>|\$[{(].*|\{.*|process\..*|os\..*|[\w.]+\(.*)["']?$/i;

/** How names of variables are written; a word in small letters behind the sign may well be a password. */
const VARIABLE = /^["']?\$[A-Z_][A-Z0-9_]*["']?$/;

/**
 * The text with the secrets taken out that have one of the usual shapes: private keys, tokens of well-known services, passwords in
 * addresses, headers and assignments. It has as many lines as before. Takes time in proportion to the length of the text.
 */
export function redactSecrets(text: string): string {
    let redacted = text.replace(PEM_KEY, withoutText).replace(BASE64_LINES, withoutText);
    for (const shape of KNOWN_SHAPES) {
        redacted = redacted.replace(shape, REDACTED);
    }
    return redacted
        .replace(DOTTED, withoutWebToken)
        .replace(HEADER, `$1${REDACTED}`)
        .replace(URL_PASSWORD, `$1${REDACTED}`)
        .replace(CURL_USER, `$1${REDACTED}`)
        .replace(COOKIE, withoutValue)
        .replace(NAMED, withoutValue);
}

/** The same for the lines of one text. */
export function redactLines(lines: readonly string[]): string[] {
    return lines.length === 0 ? [] : redactSecrets(lines.join('\n')).split('\n');
}

function withoutText(lines: string): string {
    return lines.replace(/[^\n]+/g, REDACTED);
}

function withoutValue(whole: string, name: string, value: string): string {
    return value === REDACTED || HARMLESS_VALUE.test(value) || VARIABLE.test(value) ? whole : `${name}${REDACTED}`;
}

/** A web token may follow other parts with dots, or letters in its first part. */
function withoutWebToken(text: string): string {
    const parts = text.split('.');
    const first = parts.findIndex(
        (part, index) => WEB_TOKEN_PART.test(part) && parts[index + 1]?.search(WEB_TOKEN_PART) === 0 && parts[index + 2]?.length >= 8
    );
    return first < 0 ? text : [...parts.slice(0, first), parts[first].replace(/eyJ.*/, REDACTED)].join('.');
}

/** The same for whatever a result holds; texts in a list are lines of one text. */
export function redactDeep<T>(value: T): T;
export function redactDeep(value: unknown): unknown {
    if (typeof value === 'string') {
        return redactSecrets(value);
    }
    if (Array.isArray(value)) {
        return value.every(item => typeof item === 'string') ? redactLines(value) : value.map(item => redactDeep<unknown>(item));
    }
    return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactDeep<unknown>(each)]))
        : value;
}
