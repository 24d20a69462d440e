import { injectable } from '@theia/core/shared/inversify';
import { findShell, installedShells } from './shells';

/** Why something may not be done. */
export interface GateRefusal {
    readonly code: string;
    readonly message: string;
}

/** Characters that act on the terminal, or that a reader does not see, so that what runs would not be what is read. */
const HIDDEN_CHARACTER = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/** The one place where it is decided what may be started and typed in terminals on an agent's word. */
@injectable()
export class TerminalGate {
    /** The shell to start, or why not. */
    judgeShell(shellPath: string): { readonly shell: string } | { readonly refusal: GateRefusal } {
        const shells = installedShells();
        const shell = findShell(shellPath, shells);
        return shell === undefined
            ? {
                  refusal: {
                      code: 'unknown-shell',
                      message: `"${shellPath}" is no shell of this machine. There are: ${shells.join(', ')}.`
                  }
              }
            : { shell };
    }

    /** Why the text may not be typed into a terminal; undefined when it may. */
    judgeText(text: string): GateRefusal | undefined {
        const hidden = HIDDEN_CHARACTER.exec(text.replace(/[\n\r]/g, ''))?.[0];
        if (hidden === undefined) {
            return undefined;
        }
        const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
        return {
            code: 'hidden-characters',
            message:
                `The text holds U+${code}: control characters, tabs, escape sequences and invisible characters are not typed into terminals. ` +
                'Send plain text and newlines; to end a running program, close its terminal.'
        };
    }
}
