import type { CommandArgumentSchema } from '@openspace/protocol';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { faultOfValue } from './argument-check';
import { ArgumentQuestion, type OfferedChoices } from './argument-question';
import type { ArgumentChoices, OpenSpaceCommand } from './openspace-command';

/** The part of a property's schema that the form reads. */
interface AskedSchema {
    readonly type?: unknown;
    readonly enum?: readonly unknown[];
    readonly description?: string;
    readonly default?: string | number | boolean;
    readonly items?: AskedSchema;
    readonly properties?: Readonly<Record<string, AskedSchema>>;
    readonly required?: readonly string[];
    readonly maxItems?: number;
    readonly maxLength?: number;
}

/** A text that may be longer than this is made of lines, which the one line of the form cannot hold as they are. */
const LONGEST_LINE = 10_000;

/** One argument to ask for. */
interface Asked {
    readonly title: string;
    readonly name: string;
    readonly schema: AskedSchema;
    readonly required: boolean;
    readonly choices?: OfferedChoices | undefined;
}

/** `value` is undefined for an argument that is left out; no answer at all cancels the form. */
type Answer = { readonly value: unknown } | undefined;

/** Asks a person at the palette for a command's arguments, one by one, as its schema describes them. */
@injectable()
export class ArgumentForm {
    @inject(ArgumentQuestion) protected readonly question: ArgumentQuestion;

    /** Answers the arguments, or undefined when the person pressed Escape. */
    async ask(command: OpenSpaceCommand): Promise<Record<string, unknown> | undefined> {
        const { label, argumentsSchema, choices = {}, nothingToChoose } = command;
        if (nothingToChoose !== undefined) {
            for (const offer of Object.values(choices)) {
                if ((await offer('', {})).length === 0) {
                    throw new CommandError('nothing-to-choose', nothingToChoose);
                }
            }
        }
        const answer = await this.askObject(label, argumentsSchema, choices);
        return answer?.value as Record<string, unknown> | undefined;
    }

    /** Asks a person who has given all arguments one thing more. Answers the chosen one, or undefined when the person pressed Escape. */
    async decide<T extends string>({ label }: OpenSpaceCommand, question: string, answers: readonly T[]): Promise<T | undefined> {
        return (await this.question.pick(label, question, answers, true))?.value as T | undefined;
    }

    protected async askObject(title: string, schema: CommandArgumentSchema | AskedSchema, choices: ArgumentChoices = {}): Promise<Answer> {
        const value: Record<string, unknown> = {};
        for (const [name, property] of Object.entries(schema.properties ?? {})) {
            const required = schema.required?.includes(name) ?? false;
            const offer = choices[name] as ArgumentChoices[string] | undefined;
            const offered = offer && ((typed: string) => offer(typed, value));
            const answer = await this.askOne({ title, name, schema: property, required, choices: offered });
            if (answer === undefined) {
                return undefined;
            }
            if (answer.value !== undefined) {
                value[name] = answer.value;
            }
        }
        return { value };
    }

    protected async askOne(asked: Asked): Promise<Answer> {
        const { schema, title, name } = asked;
        if (asked.choices) {
            return this.question.choose(title, promptOf(asked), asked.choices, asked.required, schema.default);
        }
        const values = schema.enum ?? (schema.type === 'boolean' ? [false, true] : undefined);
        if (values) {
            return this.question.pick(title, promptOf(asked), values, asked.required, schema.default);
        }
        if (schema.type === 'object') {
            return this.askObject(`${title}: ${name}`, schema);
        }
        if (schema.type === 'array') {
            return this.askList(asked);
        }
        const text = await this.question.type(title, promptOf(asked), schema.default, typed => faultOf(typed, asked));
        return text === undefined ? undefined : { value: text === '' && !acceptsEmpty(asked) ? undefined : valueOf(text, schema) };
    }

    protected async askList(asked: Asked): Promise<Answer> {
        const values: unknown[] = [];
        const { items = {}, maxItems = Number.POSITIVE_INFINITY } = asked.schema;
        for (let more = true; more && values.length < maxItems;) {
            const name = `${asked.name} ${values.length + 1}`;
            const answer = await this.askOne({ title: asked.title, name, schema: items, required: true });
            if (answer === undefined) {
                return undefined;
            }
            values.push(answer.value);
            const go = await this.question.pick(
                `${asked.title}: ${name}`,
                nls.localize('openspace/form/another', 'Another one?'),
                ['No', 'Yes'],
                true
            );
            if (go === undefined) {
                return undefined;
            }
            more = go.value === 'Yes';
        }
        return { value: values };
    }
}

/** An empty text is a value where the schema lets it be one and the argument cannot be left out. */
function acceptsEmpty({ schema, required }: Asked): boolean {
    return required && faultOfValue(schema, '') === undefined;
}

function hasLines({ type, maxLength = 0 }: AskedSchema): boolean {
    return type === 'string' && maxLength > LONGEST_LINE;
}

function valueOf(text: string, schema: AskedSchema): unknown {
    if (hasLines(schema)) {
        return text.replace(/\\?\\n/g, escaped => (escaped === '\\n' ? '\n' : '\\n'));
    }
    const isNumeric = schema.type === 'integer' || schema.type === 'number';
    // What is no number stays a text, so that the schema says what is wrong with it.
    return isNumeric && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function promptOf({ name, schema, required }: Asked): string {
    const optional = required ? '' : ` (${nls.localize('openspace/form/optional', 'optional')})`;
    const lines = nls.localize('openspace/form/lines', 'Type \\n for a new line, and \\\\n for a backslash with an n.');
    return `${name}${optional}: ${schema.description ?? ''}${hasLines(schema) ? ` ${lines}` : ''}`;
}

function faultOf(typed: string, asked: Asked): string | undefined {
    if (typed === '' && !asked.required) {
        return undefined;
    }
    return faultOfValue(asked.schema, valueOf(typed, asked.schema));
}
