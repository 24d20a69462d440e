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

/** What the guide is, in a few words. */
export const WHO_IS_IT = 'I am a **scripted guide**: I run on this machine without a model and follow fixed rules.';

/** Said in the first conversation, and to whoever asks. */
export const INTRODUCTION = `${WHO_IS_IT} ${HOW_TO_CONNECT}`;

/** Said in later conversations, and where the rest is said already. */
export const SHORT_INTRODUCTION = `${WHO_IS_IT} For more than that, ask me \`how do I connect a model\`.`;
