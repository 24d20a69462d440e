import { STATUS_CODES, type IncomingMessage } from 'node:http';

/** Why a request is not served, for whoever sent it. */
export interface Refusal {
    readonly status: number;
    readonly text: string;
    /** For a person in a browser. */
    readonly page?: string;
    readonly headers?: Readonly<Record<string, string>>;
}

export const WHOLE_ADDRESS: Refusal = {
    status: 400,
    text: 'Send the path of the resource as the request target, not a whole address.\n'
};

export const FOREIGN: Refusal = { status: 403, text: 'This address is not served here. Open the address that "npm start" printed.\n' };

/** The answer to a request that has waited for long enough. */
export const STARTING: Refusal = {
    status: 503,
    text: 'The IDE is still starting. Try again in a moment; "npm start" tells when it is ready.\n'
};

/** The answer to whoever knocks again and again without having been let in. */
export const TOO_OFTEN: Refusal = {
    status: 429,
    text: 'Too many requests of a browser or program that was not let in. Wait a second, then open the address that "npm start" printed.\n',
    headers: { 'Retry-After': '1' }
};

/** The answer to a browser that was not let in yet. */
export function notLetIn(port: number | undefined): Refusal {
    return strangerRefusal('This browser has not been let in yet.', port);
}

/** The answer to a link that has been used. */
export function usedLink(port: number | undefined): Refusal {
    return strangerRefusal('This link has been used already, or was printed before the IDE was started again.', port);
}

/** The answer to a good link from a browser of which nobody can tell whose it is. */
export function unknownBrowser(port: number | undefined): Refusal {
    return strangerRefusal('It could not be told whose browser this is, so it was not let in; the link is still good.', port);
}

function strangerRefusal(reason: string, port: number | undefined): Refusal {
    const command = `npm start -- --link --port ${port ?? 0}`;
    return {
        status: 401,
        text: `${reason} Open the address that "npm start" printed, once. For another one run: ${command}\n`,
        page: `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Theia OpenSpace</title>
<style>
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
    body { max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem; }
    code { padding: 0.1em 0.3em; border-radius: 4px; background: color-mix(in srgb, currentColor 12%, transparent); }
</style>
<h1>Theia OpenSpace</h1>
<p><strong>${reason}</strong></p>
<p>Open the address that <code>npm start</code> printed in the terminal. It lets in one browser, once; after a restart there is a new one.</p>
<p>For another browser, or when the address is gone, run this in the same folder and open what it prints:</p>
<p><code>${command}</code></p>
<p>If this browser was let in before: <a href="/">go on to the IDE</a>.</p>
</html>
`
    };
}

/** The body of a refusal in the form that the caller understands, and the headers that belong to it. */
export function refusalAnswer(
    { text, page, headers }: Refusal,
    request: IncomingMessage
): { headers: Record<string, string>; body: string } {
    const isPage = page !== undefined && request.headers.accept?.includes('text/html') === true;
    const body = isPage ? page : text;
    return {
        headers: {
            'Content-Type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
            'Content-Length': String(Buffer.byteLength(body)),
            'Content-Security-Policy':
                "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            'Cache-Control': 'no-store',
            Connection: 'close',
            ...headers
        },
        body
    };
}

/** A refusal as it goes over the wire, for a connection that has no response object. */
export function rawRefusal(refusal: Refusal, request: IncomingMessage, pageHeaders: Readonly<Record<string, string>>): string {
    const { headers, body } = refusalAnswer(refusal, request);
    const lines = Object.entries({ ...pageHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`);
    return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`, ...lines, '', body].join('\r\n');
}
