import { visibleText } from '../quote-path';
import type { GitCredential } from './credential-provider';

/** So much of the beginning and of the end of what git or a server said is looked at: servers may say anything. */
const END_LENGTH = 8 * 1024;

/** An absolute path, in quotes or plain; what follows a word, a colon or a slash is part of a name or of an address. */
const ABSOLUTE_PATH = /(?<=')\/[^'\n]*|(?<=")\/[^"\n]*|(?<![\w.:~)/-])\/[\w.@+-]+(?:\/[\w.@+-]*)*/g;
/** A name or password in an address. */
const CREDENTIAL_IN_ADDRESS = /(?<=\w:\/\/)[^\s/@]+(?=@)/g;

/**
 * What git or a server said, as others may read it: without hints, without credentials, without places outside the workspace, and
 * without characters that could move a cursor, hide text or reorder it.
 */
export function fitForOthers(text: string, { root, settings }: { readonly root: string; readonly settings: string }): string {
    return text
        .replace(/\r\n?/g, '\n')
        .replaceAll('\t', ' ')
        .replace(/^hint:.*\n?/gm, '')
        .replaceAll(settings, '(settings)')
        .replaceAll(`${root}/`, '')
        .replaceAll(root, '.')
        .replace(CREDENTIAL_IN_ADDRESS, '***')
        .replace(ABSOLUTE_PATH, '(outside)')
        .trim()
        .split('\n')
        .map(visibleText)
        .join('\n');
}

/** What git or a server said without the credential that git got: a server could send back what it was sent. */
export function withoutCredential(text: string, credential: GitCredential | undefined): string {
    const { username, password } = credential ?? {};
    const forms =
        password === undefined ? [] : [password, encodeURIComponent(password), Buffer.from(`${username}:${password}`).toString('base64')];
    return forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}

/** The beginning and the end of a long text. */
export function bothEnds(text: string): string {
    return text.length > 2 * END_LENGTH ? `${text.slice(0, END_LENGTH)}\n…\n${text.slice(-END_LENGTH)}` : text;
}
