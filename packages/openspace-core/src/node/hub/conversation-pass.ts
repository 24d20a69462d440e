import { injectable } from '@theia/core/shared/inversify';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * With this our own OpenCode server proves that it speaks for the conversations of this IDE, since any program with the Hub's token
 * may name their sessions. It goes to that server alone and is new with every start; the Hub hands it on, and knows it by its digest.
 */
@injectable()
export class ConversationPass {
    readonly value = randomBytes(32).toString('base64url');
    /** By which the Hub knows the pass. */
    readonly digest = digest(this.value).toString('base64url');

    /** Whether this is the pass. Takes the same time for every wrong one. */
    isShown(pass: string | undefined): boolean {
        return pass !== undefined && timingSafeEqual(digest(pass), digest(this.value));
    }
}

/** Of one length, whatever is given. */
function digest(text: string): Buffer {
    return createHash('sha256').update(text).digest();
}
