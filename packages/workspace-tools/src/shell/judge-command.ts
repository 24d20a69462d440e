import type { Policy } from '../policy';
import type { ShellCircumstances, ShellJudgement } from './shell-judgement';

/** Judges a whole command line. */
export function judgeCommand(commandLine: string, _policy: Policy, _circumstances: ShellCircumstances = {}): ShellJudgement {
    return { decision: 'ask', reason: 'it is not known to be harmless', subCommand: commandLine };
}
