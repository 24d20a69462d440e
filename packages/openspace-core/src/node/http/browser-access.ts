import { ideTokenFile, isValidPass, linkRequestPurpose, loadToken, signPass } from '@openspace/workspace-tools';
import { injectable, postConstruct } from '@theia/core/shared/inversify';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TOKEN_BYTES = 32;
/** Links that were handed out and not opened yet; the oldest is given up first. */
const MAX_UNUSED_LINKS = 100;
/** A browser that was let in stays so for this long, restarts of the IDE included. */
const COOKIE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Decides which browsers may use the IDE: those that opened a link with a token, each of which is good for one browser. A browser shows
 * by a cookie that it was let in. What signs the cookies outlives the process, so an open page finds its way back after a restart;
 * links do not.
 */
@injectable()
export class BrowserAccess {
    private readonly unusedTokens = new Set<string>();
    private secret: string;

    /** A secret that cannot be used ends the start: without it, nobody could be let in. */
    @postConstruct()
    protected init(): void {
        this.secret = loadToken(ideTokenFile());
    }

    /** A token for a link, good for one browser. */
    issueToken(): string {
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        this.unusedTokens.add(token);
        for (const oldest of this.unusedTokens) {
            if (this.unusedTokens.size <= MAX_UNUSED_LINKS) {
                break;
            }
            this.unusedTokens.delete(oldest);
        }
        return token;
    }

    /** Whether a token was issued and not used before; it is used now. */
    useToken(token: string): boolean {
        return this.unusedTokens.delete(token);
    }

    /** Whether the request comes from a browser that was let in. */
    hasCookie({ headers, socket }: IncomingMessage): boolean {
        const prefix = `${cookieName(socket.localPort)}=`;
        return (headers.cookie ?? '').split(';').some(part => {
            const cookie = part.trim();
            return cookie.startsWith(prefix) && isValidPass(this.secret, cookieName(socket.localPort), cookie.slice(prefix.length));
        });
    }

    /** The header with which the browser that sent the request is let in. */
    cookieFor({ socket }: IncomingMessage): string {
        const name = cookieName(socket.localPort);
        const pass = signPass(this.secret, name, COOKIE_DAYS * DAY_MS);
        const secure = 'encrypted' in socket && socket.encrypted === true ? '; Secure' : '';
        return `${name}=${pass}; Path=/; Max-Age=${(COOKIE_DAYS * DAY_MS) / 1000}; HttpOnly; SameSite=Strict${secure}`;
    }

    /** Whether the request comes from a program that can read the secret. */
    mayAskForLink({ headers, socket }: IncomingMessage): boolean {
        const pass = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
        return pass !== undefined && isValidPass(this.secret, linkRequestPurpose(socket.localPort ?? 0), pass);
    }
}

/** Browsers do not tell the servers of one host apart by their ports, so the name does. */
function cookieName(port: number | undefined): string {
    return `openspace-${port ?? 0}`;
}
