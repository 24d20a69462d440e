import { randomUUID } from 'node:crypto';
import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ToolDoor } from '../tools/tool-door';
import { AnyToolRequest, TOOL_SCHEMAS, ToolName } from '../tools/tool-requests';

const SUMMARIES: Readonly<Record<ToolName, string>> = {
    read: 'Reads a file of the workspace with numbered lines, lists a directory, or describes a binary file.',
    write: 'Writes a file of the workspace, with the directories that are missing.',
    edit: 'Replaces an exact text in a file of the workspace.',
    glob: 'Finds files of the workspace by a glob, the latest change first.',
    grep: 'Finds lines of the files of the workspace by a regular expression.'
};

/** Sessions of callers that name none, by their connections. */
const sessions = new WeakMap<object, string>();

/** The tool interface. */
export function registerToolRoutes(app: FastifyInstance, door: ToolDoor): void {
    for (const name of Object.keys(TOOL_SCHEMAS) as ToolName[]) {
        registerTool(app, door, name);
    }
}

function registerTool(app: FastifyInstance, door: ToolDoor, name: ToolName): void {
    const schema = { summary: SUMMARIES[name], body: TOOL_SCHEMAS[name] };
    // Requests that do not fit are refused here, so that they are noted.
    app.post<{ Body: unknown }>(`/tools/${name}`, { schema, attachValidation: true }, async (request, reply) => {
        const sessionId = sessionOf(request);
        if (request.validationError) {
            door.refuse(name, request.body, sessionId);
            throw request.validationError;
        }
        return door.call(name, request.body as AnyToolRequest, { sessionId, signal: untilGone(reply) });
    });
}

function sessionOf({ headers, socket }: FastifyRequest): string {
    const named = headers['x-openspace-session'];
    if (typeof named === 'string' && named !== '') {
        return named.slice(0, 200);
    }
    const own = sessions.get(socket) ?? `tools-${randomUUID()}`;
    sessions.set(socket, own);
    return own;
}

/** Aborted when the caller hangs up before it has its answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
    const gone = new AbortController();
    raw.once('close', () => {
        if (!raw.writableFinished) {
            gone.abort();
        }
    });
    return gone.signal;
}
