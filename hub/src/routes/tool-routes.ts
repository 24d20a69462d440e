import { FastifyInstance } from 'fastify';
import { validationText } from '../answer-errors';
import { HUB_LIMITS } from '../hub-limits';
import { ToolDoor } from '../tools/tool-door';
import { AnyToolRequest, TOOL_SCHEMAS, ToolName } from '../tools/tool-requests';
import { httpCaller } from '../workspace/http-caller';

const SUMMARIES: Readonly<Record<ToolName, string>> = {
    bash: 'Runs a command line in the workspace. A command that fails is no error: its exit code tells. In a sandbox it has no network unless the person has set that it may.',
    read: 'Reads a file of the workspace with numbered lines, lists a directory, or describes a binary file. What is too long ends with a whole line, so that the next call can go on behind end_line; line_cut marks a single line that is too long.',
    write: 'Writes a file of the workspace, with the directories that are missing.',
    edit: 'Replaces an exact text in a file of the workspace.',
    glob: 'Finds files of the workspace by a glob, the latest change first.',
    grep: 'Finds lines of the files of the workspace by a regular expression, those that git ignores included.',
    git: 'Shows, commits, pushes or checks out in the git repository of the workspace; no credential is shown.'
};

/** The tool interface. */
export function registerToolRoutes(app: FastifyInstance, door: ToolDoor): void {
    for (const name of Object.keys(TOOL_SCHEMAS) as ToolName[]) {
        registerTool(app, door, name);
    }
}

function registerTool(app: FastifyInstance, door: ToolDoor, name: ToolName): void {
    const schema = { summary: SUMMARIES[name], body: TOOL_SCHEMAS[name], namesSession: true };
    // Requests that do not fit are refused here, so that they are noted.
    const options = { schema, attachValidation: true, bodyLimit: HUB_LIMITS.doorBodyBytes };
    app.post<{ Body: unknown }>(`/tools/${name}`, options, async (request, reply) => {
        const caller = httpCaller('tools', request, reply);
        if (request.validationError) {
            door.refuse(name, request.body, caller, validationText(request.validationError));
            throw request.validationError;
        }
        return door.call(name, request.body as AnyToolRequest, caller);
    });
}
