import type { Answer } from './workspace-protocol';

export const terminalServicePath = '/services/openspace/terminal';

/** A terminal that somebody wants, in their words. */
export interface TerminalRequest {
    /** Folder, relative to the workspace root. */
    readonly cwd: string;
    /** Path or name of a shell; the person's own when absent. */
    readonly shellPath?: string;
}

/** A terminal that may be started. */
export interface AdmittedTerminal {
    /** Folder below the workspace root; empty for the root. */
    readonly cwd: string;
    readonly cwdUri: string;
    readonly shellPath?: string;
}

/** Tells the backend that a terminal is started on an agent's word. The shell does not get it. */
export const AGENT_TERMINAL_VARIABLE = 'OPENSPACE_AGENT_TERMINAL';

/** Where the shells of this machine mark their prompts and commands: the number of the escape sequence that carries a mark. */
export const SHELL_MARK_SEQUENCE = 7133;

/**
 * Implemented by the backend, one for each connection; called by the browser's terminals. A process id here is Theia's number of
 * the terminal's process, not the system's.
 */
export const TerminalServer = Symbol('TerminalServer');
export interface TerminalServer {
    /** Judges a terminal that is to be started. Nothing is started yet. */
    admitTerminal(request: TerminalRequest): Promise<Answer<AdmittedTerminal>>;
    /** Judges the text and, if it may be sent, types it into the terminal. The person is asked if need be; the operation's id is that of the agent's call if there is one. */
    sendText(processId: number, text: string, operationId: string): Promise<Answer<{ readonly characters: number }>>;
    /** The terminal is the agent's: when it is closed, or this tab is gone for good, everything that runs in it ends. */
    adoptTerminal(processId: number): Promise<void>;
    /** The terminal is the person's, who has used or pinned it. */
    releaseTerminal(processId: number): Promise<void>;
    /** The secret that the marks of the terminal's shell carry; undefined for a shell that sets no marks. */
    markSecret(processId: number): Promise<string | undefined>;
    /** The page has taken in so many characters of the terminal's output; without this the output is slowed down. */
    notifyTakenIn(processId: number, characters: number): void;
}
