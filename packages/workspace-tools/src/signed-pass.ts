import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 16;
const PASS = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * A text that proves for a while that its bearer was let in by someone who has the secret, and tells nothing about the secret. A pass
 * for one purpose is worth nothing for another. The IDE backend gives one to each browser; the starter makes one to ask for a link.
 */
export function signPass(secret: string, purpose: string, lifetimeMs: number, now = Date.now()): string {
    const expires = (now + lifetimeMs).toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${expires}.${nonce}.${seal(secret, purpose, expires, nonce).toString('base64url')}`;
}

/** Whether a pass was signed with this secret for this purpose and has not expired. */
export function isValidPass(secret: string, purpose: string, pass: string, now = Date.now()): boolean {
    const match = PASS.exec(pass);
    if (!match) {
        return false;
    }
    const [, expires, nonce, given] = match;
    const isSealed = timingSafeEqual(Buffer.from(given, 'base64url'), seal(secret, purpose, expires, nonce));
    return isSealed && Number.parseInt(expires, 36) > now;
}

function seal(secret: string, purpose: string, expires: string, nonce: string): Buffer {
    return createHmac('sha256', secret).update(`${purpose}\n${expires}\n${nonce}`).digest();
}
