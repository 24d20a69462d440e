import { Failure } from '../failure.mjs';

/** The environment variables that hold an address, each with one that could stand there and what happens without it. */
const ADDRESSES = {
    OPENSPACE_LLM_BASE_URL: ['https://api.example.org/v1', 'the guide answers without a model'],
    OPENSPACE_OPENCODE_URL: ['http://127.0.0.1:4096', 'OpenSpace starts its own OpenCode server'],
    OPENSPACE_HUB_URL: ['http://127.0.0.1:3100', 'OpenSpace starts its own Hub']
};

/** Fails with a clear message when a variable that must hold an address holds none. What it holds is not shown: it may be a key. */
export function checkEnvironment(environment = process.env) {
    for (const [name, [example, without]] of Object.entries(ADDRESSES)) {
        const value = environment[name];
        if (value && !(/^https?:\/\//i.test(value) && URL.canParse(value))) {
            throw new Failure(`The environment variable ${name} does not hold an address.`, {
                advice: `Set it to one such as ${example}, or unset it: then ${without}.`
            });
        }
    }
}
