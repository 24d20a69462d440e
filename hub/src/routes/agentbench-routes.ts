import { FastifyInstance } from 'fastify';
import { AgentBenchDoor } from '../agentbench/agentbench-door';
import { AgentBenchRequest, ENVELOPE_SCHEMA, REQUEST_SCHEMA } from '../agentbench/agentbench-requests';
import { agentBenchResultSchema } from '../agentbench/agentbench-result';
import { validationText } from '../answer-errors';
import { HUB_LIMITS } from '../hub-limits';
import { httpCaller } from '../workspace/http-caller';

const SUMMARY =
    'Calls a tool of AgentBench. Failures of a tool are results, too. Like ripgrep, search leaves out files that .gitignore names. The header X-OpenSpace-Artifacts of the answer names the folder of its artifacts.';

/** The tools of AgentBench. */
export function registerAgentBenchRoutes(app: FastifyInstance, door: AgentBenchDoor): void {
    const answer = { type: 'application/json', schema: agentBenchResultSchema };
    const schema = { summary: SUMMARY, body: REQUEST_SCHEMA, answer, namesSession: true };
    const options = { schema, attachValidation: true, bodyLimit: HUB_LIMITS.doorBodyBytes };
    app.post<{ Body: unknown }>('/agentbench/tools', options, async (request, reply) => {
        const caller = httpCaller('agentbench', request, reply);
        const { body, validationError } = request;
        // Parameters that do not fit are a failure of the tool; without a tool or an id there is nothing to answer for.
        if (validationError && !request.validateInput(body, ENVELOPE_SCHEMA)) {
            door.refuse(body, caller, validationText(validationError));
            throw validationError;
        }
        const problem = validationError && validationText(validationError);
        const { result, folder } = await door.call(body as AgentBenchRequest, caller, problem);
        return reply.header('x-openspace-artifacts', encodeURI(folder)).send(result);
    });
}
