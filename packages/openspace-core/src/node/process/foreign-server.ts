/** A server that somebody else runs and that the environment or a setting names. */
export interface ForeignServer {
    /** What a person calls it; begins a sentence. */
    readonly name: string;
    /** What holds its address: an environment variable, or `the setting NAME`. */
    readonly setting: string;
    /** What to do so that OpenSpace starts its own instead. */
    readonly withoutAdvice: string;
    readonly url: string;
    /** Below the address: answers when all is well. */
    readonly healthPath: string;
    readonly headers: Readonly<Record<string, string>>;
    /** What to do when it refuses us. */
    readonly refusedAdvice: string;
}

const TIMEOUT_MS = 3_000;

/** Asks a foreign server whether it is there. Answers with what is wrong and what to do, for a person, or undefined. */
export async function foreignTrouble(server: ForeignServer): Promise<string | undefined> {
    const { name, setting, withoutAdvice, url, healthPath, headers, refusedAdvice } = server;
    if (!URL.canParse(url)) {
        return `${setting} is not an address. Set it to one such as http://127.0.0.1:3100, or ${withoutAdvice}.`;
    }
    const { origin, pathname, username, password } = new URL(url);
    if (username !== '' || password !== '') {
        // No request can be made to such an address.
        return `${setting} holds a user name or a password, which an address must not. ${refusedAdvice}`;
    }
    const place = `${name} at ${origin}${pathname.replace(/\/$/, '')}`;
    try {
        const response = await fetch(url + healthPath, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        await response.arrayBuffer();
        if (response.status === 401 || response.status === 403) {
            return `${place} refused us. ${refusedAdvice}`;
        }
        return response.ok ? undefined : `${place} answered with status ${response.status}. Check ${setting}.`;
    } catch {
        return `${place} does not answer. Start it, or ${withoutAdvice}: OpenSpace then starts its own.`;
    }
}
