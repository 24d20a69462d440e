import type { ServerResponse } from 'node:http';

/** Headers of every answer of the IDE: its page loads nothing from another host, whatever text it shows, and no page holds it in a frame. */
export const PAGE_HEADERS = {
    'Content-Security-Policy': [
        "default-src 'self'",
        // Theia and Monaco make styles and workers as they go, and compile schemas and the regular expression engine.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'"
    ].join('; '),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // The name of a host alone can carry a secret away.
    'X-DNS-Prefetch-Control': 'off',
    'X-Frame-Options': 'DENY'
} as const;

/** The addresses that the page has for its script and its style sheet: the build puts a hash of their content behind their names. */
const NAMED_BY_CONTENT = /^\/bundle\.(?:js|css)\?[\da-f]{16}$/;

/** Lets a browser that was let in keep what is named by its content, once it is served; else Theia decides. */
export function letBrowserKeep(url: string | undefined, response: ServerResponse): void {
    if (!NAMED_BY_CONTENT.test(url ?? '')) {
        return;
    }
    // A browser that had to ask again would forget what it has compiled of the script each time a page is loaded anew.
    response.setHeader('Cache-Control', 'private, max-age=86400');
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number, ...rest: unknown[]) => {
        if (status >= 400) {
            response.setHeader('Cache-Control', 'no-store');
        }
        return Reflect.apply(writeHead, undefined, [status, ...rest]) as typeof response;
    };
}
