/** Names that change what an object is, once a careless copy assigns them: no process takes them from another. */
export const POLLUTING_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
