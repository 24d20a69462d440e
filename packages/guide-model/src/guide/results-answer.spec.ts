import assert from 'node:assert/strict';
import { answerToResults } from './results-answer';
import { readResults } from './results-report';

const report = (...results: string[]): string => ['Results of your commands. What stands between …', ...results].join('\n\n');
const result = (outcome: string, text: string, commandId = 'openspace.editor.open', args: object = { path: 'a' }): string =>
    `1. ${commandId} ${JSON.stringify(args)}: ${outcome}\n--- 0a1b\n${text}\n--- 0a1b`;
const answered = (message: string): string => answerToResults(readResults(message) ?? []);

describe('The guide, told how its commands ended', () => {
    it('has nothing to say to a person who speaks of results', () => {
        assert.equal(readResults('What are the results of your commands?'), undefined);
    });

    it('tells the person why something was refused', () => {
        const answer = answered(report(`${result('refused', 'The file is secret.\nMore for a model.')}\nWhat to do next: Ask.`));
        assert.equal(answer, 'That did not work. The file is secret.');
    });

    it('says the same reason once', () => {
        assert.equal(answered(report(result('refused', 'No.'), result('failed', 'No.'))), 'That did not work. No.');
    });

    it('is content when all went well', () => {
        assert.equal(answered(report(result('done', 'Opened a.'))), 'Done.');
    });

    it('tells nothing of earlier commands when one was refused, and speaks to the person', () => {
        const sent = result('refused', 'The person refused this, so nothing was done.', 'openspace.terminal.send');
        const text = 'Read 1 line.\n{"lastCommand":{"commandLine":"npm test","exitCode":0}}\noutput (1 line):\nok';
        const read = result('done', text, 'openspace.terminal.read_output');
        assert.equal(answered(report(sent, read)), 'That did not work. You refused this, so nothing was done.');
    });

    it('gives the first reason alone when nothing can happen in the terminal any more', () => {
        const [created, sent] = [
            result('refused', 'Not here.', 'openspace.terminal.create'),
            result('failed', 'No such terminal.', 'openspace.terminal.send')
        ];
        assert.equal(answered(report(created, sent)), 'That did not work. Not here.');
    });

    it('lists the files that were found', () => {
        const text = 'Found 2 files for "b".\n{"truncated":false}\nresults (2 lines):\nsrc/b.ts\nb.md';
        const answer = answered(report(result('done', text, 'openspace.file.search')));
        assert.equal(answer, 'These names match:\n\n- `src/b.ts`\n- `b.md`');
    });

    it('says that it looks at names, when no file was found, and how to look into files', () => {
        const nothing = (query: string): string =>
            answered(report(result('done', 'Found 0 files.\n{"results":[]}', 'openspace.file.search', { query })));
        assert.match(nothing('TODO'), /the names of files only.*`run grep -rn TODO \.`.*search view/);
        assert.match(nothing("a; rm 'b'"), /the names of files only[^`]*search view/);
    });

    it('says what is open, and what a folder holds', () => {
        const panes = '1 pane.\n{"panes":[{"id":"p","title":"a.ts","tabs":[{"title":"a.ts"},{"title":"b.ts"}]}]}';
        assert.match(answered(report(result('done', panes, 'openspace.pane.list'))), /- `a\.ts`\n- `b\.ts`$/);
        const terminals = '1 open terminal.\n{"terminals":[{"id":"t","title":"tests"}]}';
        assert.match(answered(report(result('done', terminals, 'openspace.terminal.list'))), /- `tests`$/);
        const files = '13 entries.\n' + JSON.stringify({ files: Array.from({ length: 13 }, (_, index) => ({ name: `f${index}` })) });
        assert.match(answered(report(result('done', files, 'openspace.file.list'))), /- `f11`\n- and 1 more$/);
        const listed = '2 entries.\n{"path":""}\nfiles (2 lines):\n{"name":"f0"}\n{"name":"f1"}';
        assert.equal(answered(report(result('done', listed, 'openspace.file.list'))), 'This is there:\n\n- `f0`\n- `f1`');
    });

    it('tells both what did not work and what was found', () => {
        const found = result('done', '1 file.\n{}\nresults (1 line):\na.ts', 'openspace.file.search');
        const answer = answered(report(result('failed', 'No %%OS{}%%.'), found));
        assert.equal(answer, 'That did not work. No % %OS{}% %.\n\nThese names match:\n\n- `a.ts`');
    });
});
