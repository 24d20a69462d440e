import type { CommandArgumentSchema } from '@openspace/protocol';
import { QuickInputService } from '@theia/core/lib/browser';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { OpenSpaceCommand } from './openspace-command';

/** The part of a property's schema that a form can ask for. */
interface AskedProperty {
    readonly type?: unknown;
    readonly enum?: readonly unknown[];
    readonly description?: string;
    readonly default?: string | number;
}

/** Asks a person at the palette for a command's arguments, one by one, as its schema describes them. */
@injectable()
export class ArgumentForm {
    @inject(QuickInputService) protected readonly quickInput: QuickInputService;

    /** Answers the arguments, or undefined when the person pressed Escape. */
    async ask(command: OpenSpaceCommand): Promise<Record<string, unknown> | undefined> {
        const schema: CommandArgumentSchema = command.argumentsSchema;
        const args: Record<string, unknown> = {};
        for (const [name, property] of Object.entries(schema.properties)) {
            const required = schema.required?.includes(name) ?? false;
            const answer = await this.askOne(command.label, name, property, required);
            if (answer === undefined) {
                return undefined;
            }
            if (answer.value !== undefined) {
                args[name] = answer.value;
            }
        }
        return args;
    }

    /** `{ value: undefined }` leaves the argument out; undefined cancels the form. */
    protected async askOne(
        title: string,
        name: string,
        property: AskedProperty,
        required: boolean
    ): Promise<{ value: unknown } | undefined> {
        const choices = property.enum ?? (property.type === 'boolean' ? [false, true] : undefined);
        if (choices) {
            const items = choices.map(value => ({ label: String(value), value }));
            const skip = { label: nls.localize('openspace/form/skip', '(leave out)'), value: undefined };
            const picked = await this.quickInput.showQuickPick(required ? items : [skip, ...items], {
                title,
                placeholder: describe(name, property, required)
            });
            return picked && { value: picked.value };
        }
        const text = await this.quickInput.input({
            title,
            prompt: describe(name, property, required),
            ...(property.default === undefined ? {} : { value: String(property.default) }),
            validateInput: input => Promise.resolve(faultOf(input, property, required))
        });
        if (text === undefined) {
            return undefined;
        }
        return { value: text === '' ? undefined : isNumeric(property) ? Number(text) : text };
    }
}

function isNumeric(property: AskedProperty): boolean {
    return property.type === 'integer' || property.type === 'number';
}

function describe(name: string, property: AskedProperty, required: boolean): string {
    const optional = required ? '' : ` (${nls.localize('openspace/form/optional', 'optional')})`;
    return `${name}${optional}: ${property.description ?? ''}`;
}

function faultOf(input: string, property: AskedProperty, required: boolean): string | undefined {
    if (input === '') {
        return required ? nls.localize('openspace/form/required', 'This argument is needed.') : undefined;
    }
    if (isNumeric(property) && !Number.isFinite(Number(input))) {
        return nls.localize('openspace/form/number', 'A number, please.');
    }
    return undefined;
}
