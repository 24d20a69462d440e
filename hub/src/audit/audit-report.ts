import { AuditedCall, AuditVerification } from '@openspace/workspace-tools';

/** One line for each call, for a person at a terminal. */
export function auditLines(calls: readonly AuditedCall[]): string[] {
    return calls.map(({ time, outcome, code, message, durationMs, command, args, session, client }) => {
        const end = outcome === undefined ? 'no end noted' : `${outcome}${code === undefined ? '' : ` (${code})`}`;
        const duration = durationMs === undefined ? '' : `${durationMs} ms`;
        const when = time.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
        return printable(
            `${when}  ${end.padEnd(12)}  ${duration.padStart(8)}  ${command} ${JSON.stringify(args)}  ${client}, session ${session}${message === undefined ? '' : `: ${message}`}`
        );
    });
}

/** What is wrong with the audit, a line each, or that nothing is. */
export function verificationLines({ files, lines, problems }: AuditVerification): string[] {
    const total = `${lines} ${lines === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'}`;
    return problems.length === 0
        ? [`The audit is as it was written: ${total}.`]
        : [
              ...problems.map(({ file, line, problem }) => printable(`${file}${line === undefined ? '' : `, line ${line}`} ${problem}`)),
              `The audit is not as it was written: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${total}.`
          ];
}

/** Names in the audit come from agents; a terminal must not take them for its own control sequences. */
function printable(text: string): string {
    return text.replace(/\p{C}/gu, character => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
