/** How a person gets from the guide to a model; also part of the introduction. */
export const HOW_TO_CONNECT = [
    'To connect a real model, stop OpenSpace, set these three variables for any OpenAI-compatible endpoint and run `npm start` again:',
    '',
    '- `OPENSPACE_LLM_BASE_URL`: its address, ending in `/v1`',
    '- `OPENSPACE_LLM_MODEL`: the name of the model',
    '- `OPENSPACE_LLM_API_KEY`: your key, if it asks for one',
    '',
    'Or name it in the settings, section OpenSpace: that takes effect at once.'
].join('\n');

/** Said once in each conversation. */
export const INTRODUCTION = `I am a **scripted guide**: I run on this machine without a model and follow fixed rules. ${HOW_TO_CONNECT}`;
