import type { Policy, TerminalTextJudgement } from '@openspace/workspace-tools';
import { readlink } from 'node:fs/promises';
import { relative } from 'node:path';
import type { JudgedAction } from '../approval/action-confirmation';
import { coversCommand, exactPattern } from '../approval/command-pattern';

/** Stands for a folder that nobody knows: nothing is taken to lie inside the workspace, and what is allowed there is allowed once. */
const UNKNOWN_FOLDER = '..';

/** Where text is to be typed. */
export interface TextCircumstances {
    readonly policy: Policy;
    readonly shell: string;
    /** The shell's folder from the workspace root, and as a person reads it. */
    readonly cwd: string;
    readonly place: string;
    /** Whether the shell will read the text as it is, and not a program that runs in it. */
    readonly isShellReading: () => Promise<boolean>;
    /** The shell's folder by now: a command of before may have been about to leave the one that was looked at. */
    readonly findFolder: () => Promise<string>;
}

/** Text for a terminal as the person is asked about it. */
export function judgedText(judged: TerminalTextJudgement, circumstances: TextCircumstances): JudgedAction {
    const { policy, shell, cwd, place, isShellReading, findFolder } = circumstances;
    const { judgement, commands, shown } = judged;
    return {
        decision: judgement.decision === 'allow' ? 'allow' : 'ask',
        action: 'run',
        text: shown.replace(/[\r\n]+$/, ''),
        reason: judgement.decision === 'allow' ? 'Your settings ask about every command.' : reasonOf(judgement, shown),
        place,
        ...(commands.length === 1 && cwd !== UNKNOWN_FOLDER ? { pattern: exactPattern(commands[0].trim()) } : {}),
        // A shell may take each line for itself, so each has to be fine for itself.
        isCoveredBy: patterns =>
            patterns.length > 0 &&
            cwd !== UNKNOWN_FOLDER &&
            commands.every(
                command =>
                    policy.judgeTerminalText(command, { shell, cwd }).judgement.decision === 'allow' ||
                    patterns.some(pattern => coversCommand(pattern, command.trim()))
            ),
        // A program reads what was meant for the shell, and may leave the shell the rest: that is not what was judged.
        findDoubt: async () => {
            if (commands.length > 1) {
                return 'A program that one of the lines starts may read the lines below it.';
            }
            if (!(await isShellReading())) {
                return 'The terminal is not at an empty prompt: a program may read this, or it joins what stands there.';
            }
            // Only now has whatever ran before come to its end.
            return (await findFolder()) === cwd ? undefined : 'The shell has gone to another folder than the one that this was meant for.';
        }
    };
}

/** The folder in which a shell is now, from the workspace root; one that lies outside begins with two dots. */
export async function shellFolder(pid: number, root: string): Promise<string> {
    try {
        return relative(root, await readlink(`/proc/${pid}/cwd`));
    } catch {
        // Not on this system, or the shell is ending.
        return UNKNOWN_FOLDER;
    }
}

function reasonOf({ reason, subCommand }: { reason: string; subCommand: string }, shown: string): string {
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
    return subCommand.trim() === shown.trim() ? `${sentence}.` : `${sentence}: ${subCommand}`;
}
