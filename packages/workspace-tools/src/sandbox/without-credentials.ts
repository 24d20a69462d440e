import { lstatSync, readFileSync } from 'node:fs';
import { orGone } from '../or-gone';
import type { MaskedPath } from './sandbox-provider';

/** No configuration that people and git write comes near. */
const LARGEST_CONFIGURATION_BYTES = 1024 * 1024;
/** A name and a password in an address. */
const IN_ADDRESS = /(https?:\/\/)[^\s/@]*@/gi;
/** Settings that hold a secret, each with its value to the end, which may go on in the next line. */
const SECRET_SETTING = /[\w-]*(?:extraheader|password|passphrase|token|secret|cookie)[\w-]*\s*=(?:\\\n|[^\n])*/gi;

/** What takes the place of a repository's configuration that holds credentials, for commands; undefined where it holds none. */
export function withoutCredentials(path: string): MaskedPath | undefined {
    const stats = orGone(() => lstatSync(path));
    if (!stats?.isFile()) {
        return undefined;
    }
    if (stats.size > LARGEST_CONFIGURATION_BYTES) {
        return { path, kind: 'file' };
    }
    const text = orGone(() => readFileSync(path, 'utf8'));
    const content = text?.replace(IN_ADDRESS, '$1').replace(SECRET_SETTING, '');
    return content === text ? undefined : { path, kind: 'file', content };
}
