import '../testing/browser-environment';
import assert from 'node:assert/strict';
import { Emitter, QuickInputService, type QuickPickItem } from '@theia/core/lib/common';
import { Container } from '@theia/core/shared/inversify';
import { ArgumentForm } from './argument-form';
import { ArgumentQuestion } from './argument-question';
import { matchingChoices } from './matching-choices';
import type { ArgumentChoice, ArgumentChoices, OpenSpaceCommand } from './openspace-command';
import { OrderedPicks } from './ordered-picks';

const COMMAND: OpenSpaceCommand = {
    id: 'openspace.test.mark',
    label: 'Mark',
    category: 'Test',
    description: 'Marks ranges.',
    risk: 'view',
    argumentsSchema: {
        type: 'object',
        properties: {
            paneId: { type: 'string', minLength: 1, maxLength: 100, description: 'Pane.' },
            ranges: {
                type: 'array',
                minItems: 1,
                maxItems: 10,
                description: 'What to mark.',
                items: {
                    type: 'object',
                    properties: {
                        startLine: { type: 'integer', minimum: 1, description: 'First line.' },
                        endLine: { type: 'integer', minimum: 1, description: 'Last line.' }
                    },
                    required: ['startLine'],
                    additionalProperties: false
                }
            },
            color: { type: 'string', enum: ['green', 'red'], default: 'green', description: 'Colour.' }
        },
        required: ['paneId', 'ranges'],
        additionalProperties: false
    },
    example: { paneId: 'a', ranges: [{ startLine: 1 }] }
};

/** A person at the palette: types texts and picks labels, one after the other; undefined is Escape. */
class AnsweringPerson {
    readonly offered: string[][] = [];
    readonly faults: (string | undefined)[] = [];
    readonly prompts: string[] = [];
    readonly titles: string[] = [];

    constructor(
        protected readonly answers: (string | undefined)[],
        protected readonly list: typeof TypedPick
    ) {}

    async input(options: {
        title?: string;
        prompt: string;
        validateInput: (typed: string) => Promise<string | undefined>;
    }): Promise<string | undefined> {
        this.prompts.push(options.prompt);
        this.titles.push(options.title ?? '');
        const answer = this.answers.shift();
        if (answer !== undefined) {
            this.faults.push(await options.validateInput(answer));
        }
        return answer;
    }

    showQuickPick(items: QuickPickItem[]): Promise<QuickPickItem | undefined> {
        this.offered.push(items.map(offeredText));
        const answer = this.answers.shift();
        return Promise.resolve(items.find(({ label }) => label === answer));
    }

    createQuickPick(): TypedPick {
        return new this.list(this.answers.shift(), labels => this.offered.push(labels));
    }
}

/** A list in which the person types the answer as soon as it is there, and takes the first item that is left. */
class TypedPick {
    protected readonly accepted = new Emitter<void>();
    protected readonly hidden = new Emitter<void>();
    protected readonly changed = new Emitter<string>();
    protected hasTyped = false;
    readonly onDidAccept = this.accepted.event;
    readonly onDidHide = this.hidden.event;
    readonly onDidChangeValue = this.changed.event;
    readonly selectedItems: QuickPickItem[] = [];
    activeItems: QuickPickItem[] = [];
    value = '';

    constructor(
        protected readonly answer: string | undefined,
        protected readonly onOffer: (labels: string[]) => void
    ) {}

    show(): void {
        // The items decide when the person answers.
    }

    dispose(): void {
        // Nothing is held.
    }

    set items(items: QuickPickItem[]) {
        if (this.hasTyped) {
            this.activeItems = items.slice(0, 1);
            this.accepted.fire();
            return;
        }
        this.hasTyped = true;
        this.onOffer(items.map(offeredText));
        if (this.answer === undefined) {
            this.hidden.fire();
        } else {
            this.value = this.answer;
            this.changed.fire(this.answer);
        }
    }
}

/** A list in which the person types faster than anything is found. */
class HastyPick extends TypedPick {
    override show(): void {
        for (let length = 1; length <= (this.answer?.length ?? 0); length++) {
            this.value = this.answer?.slice(0, length) ?? '';
            this.changed.fire(this.value);
        }
    }
}

function offeredText({ label, description }: QuickPickItem): string {
    return description === undefined ? label : `${label} (${description})`;
}

function ask(
    answers: (string | undefined)[],
    choices?: ArgumentChoices,
    argumentsSchema = COMMAND.argumentsSchema,
    list = TypedPick,
    told: Pick<OpenSpaceCommand, 'nothingToChoose'> = {}
): { args: Promise<unknown>; person: AnsweringPerson } {
    const person = new AnsweringPerson(answers, list);
    const container = new Container();
    container.bind(QuickInputService).toConstantValue(person);
    container.bind(OrderedPicks).toConstantValue(person);
    container.bind(ArgumentQuestion).toSelf();
    container.bind(ArgumentForm).toSelf();
    return { args: container.get(ArgumentForm).ask({ ...COMMAND, ...told, argumentsSchema, ...(choices ? { choices } : {}) }), person };
}

describe('ArgumentForm', () => {
    it('asks for lists item by item, and for each property of an item', async () => {
        const { args } = ask(['pane-1', '3', '', 'Yes', '7', '9', 'No', 'red']);
        assert.deepEqual(await args, { paneId: 'pane-1', ranges: [{ startLine: 3 }, { startLine: 7, endLine: 9 }], color: 'red' });
    });

    it('offers the default first where there is one, and nothing else that means the same', async () => {
        const { args, person } = ask(['pane-1', '3', '', 'No', 'green']);
        assert.deepEqual(await args, { paneId: 'pane-1', ranges: [{ startLine: 3 }], color: 'green' });
        assert.deepEqual(person.offered.at(-1), ['green (default)', 'red']);
    });

    it('lets a choice without a default be left out', async () => {
        const { args, person } = ask(['(leave out)'], undefined, {
            type: 'object',
            properties: { color: { type: 'string', enum: ['green', 'red'], description: 'Colour.' } },
            additionalProperties: false
        });
        assert.deepEqual(await args, {});
        assert.deepEqual(person.offered.at(-1), ['(leave out)', 'green', 'red']);
    });

    it('names an item of a list once', async () => {
        const { args, person } = ask(['pane-1', '3', '', 'No', 'green']);
        await args;
        assert.deepEqual(person.titles, ['Mark', 'Mark: ranges 1', 'Mark: ranges 1']);
    });

    it('says at once when there is nothing to choose, where that can be said', async () => {
        const choices = { paneId: () => [] };
        await assert.rejects(ask([], choices, undefined, undefined, { nothingToChoose: 'No pane is open.' }).args, {
            message: 'No pane is open.'
        });
        assert.deepEqual(await ask(['typed', '3', '', 'No', 'red'], choices).args, {
            paneId: 'typed',
            ranges: [{ startLine: 3 }],
            color: 'red'
        });
    });

    it('says by the schema what is wrong with what was typed', async () => {
        const { args, person } = ask(['', '0', undefined]);
        assert.equal(await args, undefined);
        assert.match(person.faults[0] ?? '', /must not be empty/);
        assert.match(person.faults[1] ?? '', /1 or more/);
    });

    it('lets a text have lines where that can be, and says how', async () => {
        const text = (maxLength: number) => ({ type: 'string', maxLength, description: 'A text.' }) as const;
        const { args, person } = ask(['one\\ntwo\\n', "printf 'a\\\\n'\\n", 'C:\\new'], undefined, {
            type: 'object',
            properties: { content: text(1_000_000), line: text(16_384), path: text(4096) },
            required: ['content', 'line', 'path'],
            additionalProperties: false
        });
        assert.deepEqual(await args, { content: 'one\ntwo\n', line: "printf 'a\\n'\n", path: 'C:\\new' });
        assert.deepEqual(
            person.prompts.map(prompt => prompt.includes('Type \\n for a new line')),
            [true, true, false]
        );
    });

    for (const count of [0, 1, 3, 5]) {
        it(`does nothing when Escape is pressed after ${count} answers`, async () => {
            const { args } = ask([...['pane-1', '3', '', 'Yes', '4'].slice(0, count), undefined]);
            assert.equal(await args, undefined);
        });
    }

    it('offers what exists now, narrowed by what is typed', async () => {
        const panes = ['left-1', 'main-1', 'main-2'].map(value => ({ value, label: `Pane ${value}` }));
        const choices = { paneId: (typed: string) => matchingChoices(panes, typed) };
        const { args, person } = ask(['main-2', '3', '', 'No', 'green'], choices);
        assert.deepEqual(await args, { paneId: 'main-2', ranges: [{ startLine: 3 }], color: 'green' });
        assert.deepEqual(person.offered[0], ['Pane left-1', 'Pane main-1', 'Pane main-2']);
    });

    it('takes the thing whose full name is typed before those whose names hold it', async () => {
        const choices = { paneId: () => ['tests', 'test', 'test-2'].map(label => ({ value: `id of ${label}`, label })) };
        for (const typed of ['test', 'id of test']) {
            const { args } = ask([typed, '3', '', 'No', 'green'], choices);
            assert.deepEqual(await args, { paneId: 'id of test', ranges: [{ startLine: 3 }], color: 'green' });
        }
    });

    it('offers what fits the arguments given before', async () => {
        const choices: ArgumentChoices = {
            paneId: () => [],
            color: (_, { paneId }) => [{ value: `as ${String(paneId)}`, label: `as ${String(paneId)}` }]
        };
        const { args, person } = ask(['main-2', '3', '', 'No', 'as'], choices);
        assert.deepEqual(await args, { paneId: 'main-2', ranges: [{ startLine: 3 }], color: 'as main-2' });
        assert.deepEqual(person.offered.at(-1), ['(leave out)', 'as main-2']);
    });

    it('marks the default among what is offered', async () => {
        const choices: ArgumentChoices = { color: () => ['red', 'green'].map(value => ({ value, label: value })) };
        const { args, person } = ask(['main-2', '3', '', 'No', undefined], choices);
        assert.equal(await args, undefined);
        assert.deepEqual(person.offered.at(-1), ['green (default)', 'red']);
    });

    it('takes the best of what was found before what was typed', async () => {
        const { args } = ask(['mn', '3', '', 'No', 'green'], { paneId: () => [{ value: 'main-1', label: 'main-1' }] });
        assert.deepEqual(await args, { paneId: 'main-1', ranges: [{ startLine: 3 }], color: 'green' });
    });

    it('looks for one thing at a time, and last of all for what was typed last', async () => {
        const looks: string[] = [];
        let looking = 0;
        const look = async (typed: string): Promise<ArgumentChoice[]> => {
            looks.push(typed);
            assert.equal(++looking, 1);
            await new Promise(resolve => setImmediate(resolve));
            looking--;
            return [{ value: `${typed}n-1`, label: `${typed}n-1` }];
        };
        const { args } = ask(['mai', '3', '', 'No', 'green'], { paneId: look }, COMMAND.argumentsSchema, HastyPick);
        assert.deepEqual(await args, { paneId: 'main-1', ranges: [{ startLine: 3 }], color: 'green' });
        assert.deepEqual(looks, ['m', 'mai']);
    });

    it('takes what is typed when nothing of that name exists', async () => {
        const choices = { paneId: (typed: string) => matchingChoices([{ value: 'left-1', label: 'Pane left-1' }], typed) };
        const { args } = ask(['gone', '3', '', 'No', 'green'], choices);
        assert.deepEqual(await args, { paneId: 'gone', ranges: [{ startLine: 3 }], color: 'green' });
    });
});
