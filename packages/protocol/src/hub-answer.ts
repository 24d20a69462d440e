/**
 * Header with which an MCP client that serves several chats over one connection names the argument that tells them apart. The Hub
 * takes that argument out of every call and counts the call for the session in it.
 */
export const SESSION_ARGUMENT_HEADER = 'x-openspace-session-argument';

/**
 * Header with which the OpenCode server of an IDE proves that it speaks for the chats of that IDE. The Hub hands it on with each
 * call; whether it is right, the IDE knows.
 */
export const CONVERSATION_PASS_HEADER = 'x-openspace-conversation-pass';

/** With one of these words the result of a tool at the Hub's door for MCP clients begins, after "Error: ", when the call was refused: by the rules, or by anything else. */
export const TOOL_REFUSALS = { byRules: 'Access denied.', otherwise: 'Refused.' } as const;

/**
 * Header of the Hub's answers with a value that is new whenever the Hub starts: what was sent to an earlier start is gone and has
 * to be sent again.
 */
export const HUB_START_HEADER = 'x-openspace-hub-start';
