/** A server that somebody else runs and that the environment names. */
export interface ForeignServer {
    /** What a person calls it; begins a sentence. */
    readonly name: string;
    /** The environment variable that holds its address. */
    readonly variable: string;
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
    const { name, variable, url, healthPath, headers, refusedAdvice } = server;
    if (!URL.canParse(url)) {
        return `${variable} is not an address. Set it to one such as http://127.0.0.1:3100, or unset it, and start OpenSpace again.`;
    }
    const { origin, pathname, username, password } = new URL(url);
    if (username !== '' || password !== '') {
        // No request can be made to such an address.
        return `${variable} holds a user name or a password, which an address must not. ${refusedAdvice}`;
    }
    const place = `${name} at ${origin}${pathname.replace(/\/$/, '')}`;
    try {
        const response = await fetch(url + healthPath, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        await response.arrayBuffer();
        if (response.status === 401 || response.status === 403) {
            return `${place} refused us. ${refusedAdvice}`;
        }
        return response.ok ? undefined : `${place} answered with status ${response.status}. Check ${variable}.`;
    } catch {
        return `${place} does not answer. Start it, or unset ${variable} and start OpenSpace again: it then starts its own.`;
    }
}
