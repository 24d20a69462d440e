/** One result of the report that the IDE sends after the agent's commands have run. */
export interface ReadResult {
    readonly commandId: string;
    /** Its arguments; none if they were too long to be told whole. */
    readonly args: Record<string, unknown>;
    readonly outcome: string;
    /** The line for a reader. */
    readonly summary: string;
    /** What the command found or changed. */
    readonly data: Record<string, unknown>;
    /** What it found as lines, by name. */
    readonly lines: ReadonlyMap<string, readonly string[]>;
}

const OPENING = 'Results of your commands.';
/** Number, command, arguments, outcome, and what stands between the marks. */
const RESULT = /^\d+\. (\S+) ([^\n]*): (\w+)\n--- (\S+)\n([\s\S]*?)\n--- \4$/gm;
const SECTION = /^(\w+) \((\d+) lines?\):$/;

/** The results in the IDE's message, or undefined when it is not the IDE that speaks. */
export function readResults(message: string): ReadResult[] | undefined {
    return message.startsWith(OPENING)
        ? [...message.matchAll(RESULT)].map(([, commandId, args, outcome, , text]) => ({
              ...{ commandId, args: objectIn(args), outcome },
              ...readText(text.split('\n'))
          }))
        : undefined;
}

function readText([summary = '', ...rest]: string[]): Pick<ReadResult, 'summary' | 'data' | 'lines'> {
    const lines = new Map<string, readonly string[]>();
    let data: Record<string, unknown> = {};
    for (let at = 0; at < rest.length;) {
        const section = SECTION.exec(rest[at]);
        if (section) {
            const [, name, count] = section;
            const entries = rest.slice(at + 1, at + 1 + Number(count));
            lines.set(name, entries);
            const objects = entries.filter(entry => entry.startsWith('{'));
            data = { ...data, ...(objects.length > 0 ? { [name]: objects.map(objectIn) } : {}) };
            at += 1 + Number(count);
        } else {
            data = { ...data, ...objectIn(rest[at]) };
            at++;
        }
    }
    return { summary, data, lines };
}

/** The JSON object of a line; a line that holds none, as of a result that was cut, says nothing. */
function objectIn(line: string): Record<string, unknown> {
    try {
        const value: unknown = line.startsWith('{') ? JSON.parse(line) : {};
        return value as Record<string, unknown>;
    } catch {
        return {};
    }
}
