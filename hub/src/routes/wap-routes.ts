import { DEFAULT_LIMITS } from '@openspace/workspace-tools';
import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validationText } from '../answer-errors';
import { HUB_LIMITS } from '../hub-limits';
import { mebibytes } from '../mebibytes';
import { WapDoor } from '../wap/wap-door';
import { AnyWapRequest, WAP_SCHEMAS, WapToolName } from '../wap/wap-requests';
import { wapErrorSchema } from '../workspace/kernel-error-answers';
import { httpCaller } from '../workspace/http-caller';

const SUMMARIES: Readonly<Record<WapToolName, string>> = {
    exploreFiles: 'Lists files and directories of the workspace.',
    readFile: 'Reads a file of the workspace, or some of its lines.',
    writeFile: `Writes a file of the workspace, or behind the end of one of up to ${mebibytes(DEFAULT_LIMITS.writeBytes)}; a request has up to ${mebibytes(HUB_LIMITS.doorBodyBytes)}.`,
    modifyFile: `Changes lines of a file of the workspace of up to ${mebibytes(DEFAULT_LIMITS.writeBytes)}, or what a regular expression matches, all or nothing.`,
    searchFiles: 'Finds lines of the files of the workspace: one match a line, with the first text in it that matches.',
    executeCommand:
        'Runs a command line in the workspace. A command that fails is no error: its exit code tells. In a sandbox it has no network unless the person has set that it may.',
    getWorkspaceInfo: 'Tells the root of the workspace, what recursive tools leave out, and the limits.'
};

/** Keywords of schemas that bound how much a request may ask for. */
const BOUNDS = ['maxItems', 'maxLength', 'maximum'];

/** The workspace agent protocol. */
export function registerWapRoutes(app: FastifyInstance, door: WapDoor): void {
    for (const name of Object.keys(WAP_SCHEMAS) as WapToolName[]) {
        const schema = { summary: SUMMARIES[name], body: WAP_SCHEMAS[name], refusal: wapErrorSchema, namesSession: true };
        const options = { schema, attachValidation: true, bodyLimit: HUB_LIMITS.doorBodyBytes, preValidation: takeNoBody };
        app.post<{ Body: unknown }>(`/wap/${name}`, options, async (request, reply) => {
            const caller = httpCaller('wap', request, reply);
            const { body, validationError } = request;
            const answer = validationError
                ? door.refuse(name, body, caller, {
                      message: validationText(validationError),
                      isTooMuch: BOUNDS.includes(failedKeyword(validationError))
                  })
                : await door.call(name, body as AnyWapRequest, caller);
            return reply.code(answer.status).send(answer.body);
        });
    }
}

/** A request without a body has no parameters, which some tools do not need. */
function takeNoBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    request.body ??= {};
    done();
}

/** The keyword of the schema that a request broke. */
function failedKeyword({ validation }: { readonly validation?: unknown }): string {
    const first = Array.isArray(validation) ? (validation as { readonly keyword?: unknown }[]).at(0) : undefined;
    return typeof first?.keyword === 'string' ? first.keyword : '';
}
