import { visibleText } from '@openspace/workspace-tools';
import type { ActivityTarget } from '../../common';
import { oneLine } from './one-line';

/** A longer name is no place that a person could read. */
const LONGEST_NAME = 500;

/**
 * What a command is about, told by the names of its arguments and of its evidence, so that a new command needs nothing here. The
 * evidence knows better: it holds the path as the guard found it, and the id that a title meant.
 */
export function activityTarget(args: Readonly<Record<string, unknown>>, data: unknown): ActivityTarget | undefined {
    const evidence: Readonly<Record<string, unknown>> = typeof data === 'object' && data !== null ? { ...data } : {};
    const named = (name: string): string | undefined => text(evidence[name]) ?? text(args[name]);
    const path = named('path') ?? (args['type'] === 'editor' ? text(args['contentId']) : undefined);
    if (path !== undefined) {
        const line = [evidence, args].map(told => lineOf(told['line']) ?? firstLineOf(told['ranges'])).find(each => each !== undefined);
        return { kind: 'file', path, ...(line === undefined ? {} : { line }) };
    }
    const terminalId = named('terminalId') ?? (args['type'] === 'terminal' ? text(args['contentId']) : undefined);
    const title = text(evidence['title']);
    if (terminalId !== undefined) {
        const typed = lineOfText(args['text']);
        return { kind: 'terminal', terminalId, ...(title === undefined ? {} : { title }), ...(typed === undefined ? {} : { typed }) };
    }
    const paneId = named('paneId');
    if (paneId !== undefined) {
        return { kind: 'pane', paneId, ...(title === undefined ? {} : { title }) };
    }
    const command = lineOfText(args['command']);
    return command === undefined ? undefined : { kind: 'command', text: command };
}

function text(value: unknown): string | undefined {
    return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME ? value : undefined;
}

/** What stands in several lines in one, and nothing in it unseen. */
function lineOfText(value: unknown): string | undefined {
    const line = typeof value === 'string' ? oneLine(visibleText(value.replace(/\s+/g, ' ')), LONGEST_NAME) : '';
    return line === '' ? undefined : line;
}

function lineOf(value: unknown): number | undefined {
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function firstLineOf(ranges: unknown): number | undefined {
    const first: unknown = Array.isArray(ranges) ? ranges[0] : undefined;
    return typeof first === 'object' && first !== null && 'startLine' in first ? lineOf(first.startLine) : undefined;
}
