import { randomUUID } from 'node:crypto';

// Told apart from those before a restart, and cheaper than a random one each.
const PREFIX = randomUUID().slice(0, 8);
let requests = 0;

/** Names one more request, in the log and in its answer. */
export function nextRequestId(): string {
    return `${PREFIX}-${++requests}`;
}
