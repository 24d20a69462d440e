import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandDefinition } from '@openspace/protocol';
import { countTokens } from 'gpt-tokenizer';
import { commandTools } from '../mcp/command-tools';
import { sampleManifest, samplePane, sampleState } from '../testing/sample-data';
import { buildInstructions } from './build-instructions';
import { commandSection } from './command-section';

/** The commands as the IDE publishes them; a test of the whole application keeps the file up to date. */
const MANIFEST_FILE = resolve(__dirname, '../../../e2e/src/snapshots/command-manifest.json');

const MAX_TOKENS = 3_000;

describe('The instructions for twenty commands and ten open editors', () => {
    const commands = JSON.parse(readFileSync(MANIFEST_FILE, 'utf8')) as CommandDefinition[];
    const manifest = sampleManifest({ commands });
    const tabs = Array.from({ length: 10 }, (_, index) => ({
        id: `code-editor-opener:file:///home/ada/sample/src/components/component-${index}.ts`,
        title: `component-${index}.ts`,
        path: `src/components/component-${index}.ts`,
        active: index === 3,
        dirty: index === 4,
        openedBy: index % 2 === 0 ? ('agent' as const) : ('person' as const)
    }));
    const terminals = [{ id: 'tests', title: 'tests', running: 'npm test', openedBy: 'agent' as const }];
    const state = sampleState({ panes: [samplePane({ tabs, activeTab: tabs[3].id })], terminals });

    it('describe all of them', () => {
        assert.ok(commands.length >= 20);
        const text = buildInstructions({ manifest, state, results: [] });
        for (const { id } of commands) {
            assert.ok(text.includes(`\n- ${id}: `), id);
        }
    });

    it(`cost at most ${MAX_TOKENS} tokens`, () => {
        assert.ok(countTokens(buildInstructions({ manifest, state, results: [] })) <= MAX_TOKENS);
    });

    it('cost at most half as much as the same commands as MCP tools, and so does their list beside tools that do not tell their output', () => {
        const tools = commandTools(manifest);
        const withoutOutput = tools.map(tool => ({ ...tool, outputSchema: undefined }));
        const [text, commandText] = [
            countTokens(buildInstructions({ manifest, state, results: [] })),
            countTokens(commandSection(manifest))
        ];
        const [all, own] = [countTokens(JSON.stringify(tools)), countTokens(JSON.stringify(withoutOutput))];
        assert.ok(text <= all / 2, `${text} tokens, ${all} as tools`);
        assert.ok(commandText <= own / 2, `${commandText} tokens, ${own} as tools`);
    });
});
