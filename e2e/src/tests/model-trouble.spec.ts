import { Gate, type ModelPiece } from '@openspace/guide-model';
import { expect, test } from '../application/openspace-test';

const REFUSED: ModelPiece = { kind: 'response', status: 401, body: { error: { message: 'Incorrect API key provided' } } };
const ON_FIRE: ModelPiece = { kind: 'response', status: 500, body: { error: { message: 'The server is on fire' } } };
const NOT_JSON: ModelPiece = { kind: 'raw', text: 'data: {"choices": or so\n\n' };
/** Ends the stream without the mark that an answer ends with. */
const SUDDEN_END: ModelPiece = { kind: 'response', status: 200, body: { choices: [] } };

/** What the endpoint does, what stays of the answer, and what the person reads about it. */
const FAULTS: readonly { what: string; pieces: readonly ModelPiece[]; text?: string; message: RegExp }[] = [
    { what: 'refuses the key', pieces: [REFUSED], message: /refused the key \(Incorrect API key provided\)\. Check OPENSPACE_LLM_API_KEY/ },
    {
        what: 'does not know the model',
        pieces: [{ kind: 'response', status: 404, body: '<html>Not Found</html>' }],
        message: /does not know the model or the address .* Check OPENSPACE_LLM_BASE_URL and OPENSPACE_LLM_MODEL/
    },
    {
        what: 'is no model but a web page',
        pieces: [{ kind: 'response', status: 200, body: '<!doctype html><title>Sign in</title>' }],
        message: /not the OpenAI chat format\. Check OPENSPACE_LLM_BASE_URL/
    },
    { what: 'sends garbage', pieces: [NOT_JSON], message: /not the OpenAI chat format\. Check OPENSPACE_LLM_BASE_URL/ },
    { what: 'says nothing', pieces: [], message: /empty answer\. Send the message again/ },
    {
        what: 'sends garbage in mid-answer',
        pieces: ['Half of it', NOT_JSON],
        text: 'Half of it',
        message: /broke off its answer: what followed is not the OpenAI chat format\. Send/
    },
    {
        what: 'fails in mid-answer',
        pieces: ['Half of it', ON_FIRE],
        text: 'Half of it',
        message: /broke off its answer: The server is on fire\. Send the message again/
    },
    { what: 'just ends in mid-answer', pieces: ['Half of it', SUDDEN_END], text: 'Half of it', message: /broke off its answer/ },
    {
        what: 'hangs up in mid-answer',
        pieces: ['Half ', 'of ', 'it', { kind: 'disconnect' }],
        message: /(broke off its answer|did not answer).*: the connection broke\./
    }
];

test('whatever the endpoint does, the chat says what happened and what to do, and the next message works', async ({ ide, model }) => {
    const seen = await ide.chat.watchFor('%%OS');
    for (const { what, pieces, text, message } of FAULTS) {
        await test.step(`the endpoint ${what}`, async () => {
            model.answer(pieces, pieces, pieces, pieces);
            await ide.chat.ask(`Try: ${what}`);
            await expect(ide.chat.lastError).toHaveText(message);
            if (text !== undefined) {
                await expect(ide.chat.lastAnswer.getByText(text)).toHaveCount(1);
            }
            model.answer(`Well again after that: ${what}.`);
            await ide.chat.ask(`Are you well after that: ${what}?`);
            await expect(ide.chat.lastAnswer).toContainText(`Well again after that: ${what}.`);
            await expect(ide.chat.lastError).toHaveCount(0);
        });
    }
    expect(await seen()).toEqual([]);
    await expect(ide.toasts).toHaveCount(0);
});

test('an endpoint that is down is asked a few times, then the turn ends, and works once the endpoint is up', async ({ ide, model }) => {
    await model.goAway();
    try {
        await ide.chat.send('Is anybody there?');
        await expect(ide.chat.notice).toContainText(/nothing can be reached at its address\. Trying again \(2 of 4\)/);
        await expect(ide.chat.lastError).toHaveText(/asked 4 times: nothing can be reached at its address\. Check that its endpoint is up/);
        await ide.chat.waitUntilAnswered();
    } finally {
        await model.comeBack();
    }
    await ide.reload();
    await expect(ide.chat.lastError).toHaveText('The model gave no answer to this message. Send it again.');
    model.answer('Here I am.');
    await ide.chat.ask('And now?');
    await expect(ide.chat.lastAnswer).toContainText('Here I am.');
});

test('a model that fails for a moment answers in the end, and the person may stop waiting', async ({ ide, model }) => {
    model.answer([ON_FIRE], 'The fire is out.');
    await ide.chat.send('Hello?');
    await expect(ide.chat.notice).toContainText('The model does not answer: The server is on fire. Trying again (2 of 4)');
    await expect(ide.chat.lastAnswer).toContainText('The fire is out.');
    await ide.chat.waitUntilAnswered();

    model.answer([ON_FIRE], [ON_FIRE], [ON_FIRE], [ON_FIRE]);
    await ide.chat.send('Once more');
    await expect(ide.chat.notice).toContainText('Trying again');
    await ide.chat.stop();
    await ide.chat.waitUntilAnswered();
    model.answer('Good to hear from you.');
    await ide.chat.ask('And now?');
    await expect(ide.chat.lastAnswer).toContainText('Good to hear from you.');
});

test('Stop ends the answer at once, keeps what was said, and the next message works', async ({ ide, model }) => {
    const gate = new Gate();
    let end: (complete: boolean) => void = () => undefined;
    const ended = new Promise<boolean>(resolve => (end = resolve));
    model.answer(
        () =>
            (function* longAnswer(): Iterable<ModelPiece> {
                let complete = false;
                try {
                    yield 'The first half,';
                    yield { kind: 'gate', gate };
                    yield ' and the second.';
                    complete = true;
                } finally {
                    end(complete);
                }
            })(),
        'A fresh start.'
    );
    await ide.chat.send('Tell me a long story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('The first half,');
    await ide.chat.stop();
    await ide.chat.waitUntilAnswered();
    await expect(ide.chat.lastAnswer).toContainText('Stopped');
    // The model's server saw that nobody listens any more.
    expect(await ended).toBe(false);
    await expect(ide.chat.lastAnswer).toContainText('The first half,');
    await expect(ide.chat.lastError).toHaveCount(0);

    await ide.chat.ask('Another one');
    await expect(ide.chat.lastAnswer).toContainText('A fresh start.');
});

test('Stop ends the answer although OpenCode hangs', async ({ ide, model, application }) => {
    const gate = new Gate();
    model.answer(['The first half,', { kind: 'gate', gate }], 'Here I am again.');
    await ide.chat.send('Tell me a very long story');
    await gate.reached;
    await expect(ide.chat.lastAnswer).toContainText('The first half,');
    const goOn = application.pause('opencode');
    try {
        await ide.chat.stop();
        await ide.chat.waitUntilAnswered();
        await expect(ide.chat.lastAnswer).toContainText('Stopped');
    } finally {
        goOn();
    }
    await ide.chat.ask('Are you there?');
    await expect(ide.chat.lastAnswer).toContainText('Here I am again.');
});
