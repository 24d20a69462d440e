import assert from 'node:assert/strict';
import { answerToResults } from './results-answer';

const report = (...results: string[]): string => ['Results of your commands. What stands between …', ...results].join('\n\n');
const result = (outcome: string, text: string): string => `1. openspace.editor.open {"path":"a"}: ${outcome}\n--- 0a1b\n${text}\n--- 0a1b`;

describe('The guide, told how its commands ended', () => {
    it('has nothing to say to a person who speaks of results', () => {
        assert.equal(answerToResults('What are the results of your commands?'), undefined);
    });

    it('tells the person why something was refused', () => {
        const answer = answerToResults(report(result('refused', 'The file is secret.\nMore for a model.')));
        assert.equal(answer, 'That did not work. The file is secret.');
    });

    it('says the same reason once', () => {
        assert.equal(answerToResults(report(result('refused', 'No.'), result('failed', 'No.'))), 'That did not work. No.');
    });

    it('is content when all went well', () => {
        assert.equal(answerToResults(report(result('done', 'Opened a.'))), 'Done.');
    });
});
