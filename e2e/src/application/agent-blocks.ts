/** A block as an agent writes it: a command with its arguments. */
export function block(cmd: string, args: Readonly<Record<string, unknown>> = {}): string {
    return `%%OS${JSON.stringify({ cmd, args })}%%`;
}

/** A call of a tool as the scripted model makes it: the whole reply. */
export function toolCall(name: string, args: Readonly<Record<string, unknown>>) {
    return [{ kind: 'toolCall', name, args: { ...args } } as const];
}
