import type { RunningApplication } from './running-application';

export interface ToolAnswer {
    readonly status: number;
    readonly body: { readonly exit_code?: number; readonly error?: { readonly code: string; readonly message: string } };
}

/** A call of the tool interface, as any program sends it. */
export async function callTool(application: RunningApplication, tool: string, request: object, signal?: AbortSignal): Promise<ToolAnswer> {
    const { url, token } = await application.hubAccess();
    const response = await fetch(`${url}/tools/${tool}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        ...(signal ? { signal } : {})
    });
    return { status: response.status, body: (await response.json()) as ToolAnswer['body'] };
}
