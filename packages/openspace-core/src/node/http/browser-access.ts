import { ideTokenFile, isValidPass, linkRequestPurpose, loadToken, signPass } from '@openspace/workspace-tools';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionOwners } from './connection-owners';

const TOKEN_BYTES = 32;
/** Links that were handed out and not opened yet; the oldest is given up first. */
const MAX_UNUSED_LINKS = 100;
/** A browser that was let in stays so for this long, restarts of the IDE included. */
const COOKIE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What a cookie holds: whose it is, and a pass that says so. */
const OWNED_PASS = /^([\w-]+)\.(.+)$/;

/**
 * Decides which browsers may use the IDE: those that opened a link with a token, each of which is good for one browser. A browser shows
 * by a cookie that it was let in. It shows the cookie to every server of this host, whatever its port, so the cookie is good only for
 * the user whose browser it is: a server of another user cannot use it, and one of the same user needs none. A browser on another
 * machine is bound to the address of that. What signs the cookies outlives the process, so an open page finds its way back after a
 * restart; links do not.
 */
@injectable()
export class BrowserAccess {
    @inject(ConnectionOwners) protected readonly owners: ConnectionOwners;

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

    /** Whether a token was issued and not used before. */
    isUnused(token: string): boolean {
        return this.unusedTokens.has(token);
    }

    /**
     * The header with which the browser that sent the request is let in; the token is used now. Undefined, and the token stays good, as
     * long as it cannot be told whose browser it is.
     */
    useToken(token: string, { socket }: IncomingMessage): string | undefined {
        const owner = this.owners.ownerOf(socket);
        if (owner === undefined || !this.unusedTokens.delete(token)) {
            return undefined;
        }
        const name = cookieName(socket.localPort);
        const pass = signPass(this.secret, purposeFor(socket, owner), COOKIE_DAYS * DAY_MS);
        const secure = 'encrypted' in socket && socket.encrypted === true ? '; Secure' : '';
        return `${name}=${owner}.${pass}; Path=/; Max-Age=${(COOKIE_DAYS * DAY_MS) / 1000}; HttpOnly; SameSite=Strict${secure}`;
    }

    /** Whether the request comes from a browser that was let in. */
    hasCookie({ headers, socket }: IncomingMessage): boolean {
        const prefix = `${cookieName(socket.localPort)}=`;
        return (headers.cookie ?? '').split(';').some(part => {
            const cookie = part.trim();
            const [, owner = '', pass = ''] = OWNED_PASS.exec(cookie.startsWith(prefix) ? cookie.slice(prefix.length) : '') ?? [];
            // Whose connection it is takes time to find out, so strangers do not get that far.
            return isValidPass(this.secret, purposeFor(socket, owner), pass) && this.owners.ownerOf(socket) === owner;
        });
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

function purposeFor({ localPort }: Socket, owner: string): string {
    return `${cookieName(localPort)} ${owner}`;
}
