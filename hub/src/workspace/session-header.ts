/** The header that names the session of a request, at every door. */
export const SESSION_HEADER_NAME = 'X-OpenSpace-Session';

/** The same as requests have it. */
export const SESSION_HEADER = SESSION_HEADER_NAME.toLowerCase();

/** Longer names of sessions are cut. */
export const SESSION_NAME_LENGTH = 200;
