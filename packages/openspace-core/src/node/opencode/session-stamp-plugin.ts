/**
 * A plugin that our own OpenCode server loads. OpenCode calls the tools of all its sessions over one MCP connection and does not say
 * which session a call belongs to; so each call gets its session as one more argument, which the Hub takes out again. The model
 * neither chooses that argument nor sees it in what it is shown of its earlier calls.
 */
interface StampOptions {
    /** What the names of the tools begin with. */
    readonly toolPrefix: string;
    /** The argument that names the session. */
    readonly argument: string;
}

interface StampedMessage {
    readonly parts: readonly { readonly type: string; readonly state?: { readonly input?: Record<string, unknown> } }[];
}

const server = (_context: unknown, { toolPrefix, argument }: StampOptions) =>
    Promise.resolve({
        'tool.execute.before': (
            { tool, sessionID }: { readonly tool: string; readonly sessionID: string },
            { args }: { readonly args: Record<string, unknown> }
        ): Promise<void> => {
            if (tool.startsWith(toolPrefix)) {
                args[argument] = sessionID;
            }
            return Promise.resolve();
        },
        'experimental.chat.messages.transform': (
            _input: unknown,
            { messages }: { readonly messages: readonly StampedMessage[] }
        ): Promise<void> => {
            for (const { state } of messages.flatMap(({ parts }) => parts)) {
                if (state?.input !== undefined) {
                    Reflect.deleteProperty(state.input, argument);
                }
            }
            return Promise.resolve();
        }
    });

export default { id: 'openspace-session-stamp', server };
