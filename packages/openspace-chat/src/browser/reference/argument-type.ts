/** The type of an argument as a person reads it, such as `"vertical" or "horizontal"`, or `list of objects`. */
export function argumentType(schema: unknown): string {
    const {
        enum: choices,
        type,
        minimum,
        maximum,
        items
    } = (schema ?? {}) as {
        enum?: unknown[];
        type?: string;
        minimum?: number;
        maximum?: number;
        items?: unknown;
    };
    if (choices) {
        return choices.map(choice => JSON.stringify(choice)).join(' | ');
    }
    switch (type) {
        case 'array':
            return `${argumentType(items)}[]`;
        case 'integer':
        case 'number':
            return [type, minimum === undefined ? '' : `≥ ${minimum}`, maximum === undefined ? '' : `≤ ${maximum}`]
                .filter(Boolean)
                .join(' ');
        default:
            return type ?? 'any';
    }
}
