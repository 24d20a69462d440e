/** The parameters of a call as the events of its run keep them: as they were sent, but for the values of environment variables. */
export function notedParameters(params: object): object {
    const { env } = params as { readonly env?: unknown };
    if (env === undefined || env === null) {
        return params;
    }
    return { ...params, env: typeof env === 'object' ? Object.fromEntries(Object.keys(env).map(name => [name, MASK])) : MASK };
}

const MASK = '(not noted)';
