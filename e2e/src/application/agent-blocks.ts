/** A block as an agent writes it: a command with its arguments. */
export function block(cmd: string, args: Readonly<Record<string, unknown>> = {}): string {
    return `%%OS${JSON.stringify({ cmd, args })}%%`;
}
