import { hash } from 'node:crypto';

const PLAIN = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const HASHED = /-[0-9a-f]{16}$/;

/** A folder name for a session, whatever its name is; no two sessions have the same, on any file system. */
export function runFolderName(session: string): string {
    if (PLAIN.test(session) && !HASHED.test(session)) {
        return session;
    }
    const legible = session
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 40);
    return `${legible || 'session'}-${hash('sha256', session, 'hex').slice(0, 16)}`;
}
