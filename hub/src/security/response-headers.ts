/** Headers of every response, whoever writes it. The Hub serves no pages, so a browser gets to do nothing with an answer. */
export const RESPONSE_HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store'
} as const;

/** Names the request in the log. */
export const REQUEST_ID_HEADER = 'x-request-id';
