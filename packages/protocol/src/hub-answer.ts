/**
 * Header of the Hub's answers with a value that is new whenever the Hub starts: what was sent to an earlier start is gone and has
 * to be sent again.
 */
export const HUB_START_HEADER = 'x-openspace-hub-start';
