import assert from 'node:assert/strict';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindGivenSettings, type GivenSettings } from '../testing/given-settings';
import { WorkspaceKernels } from './workspace-kernels';

describe('WorkspaceKernels', () => {
    const environment = { ...process.env };
    let folder: string;
    let kernels: WorkspaceKernels;
    let settings: GivenSettings;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-kernels-'));
        process.env['OPENSPACE_STATE_DIR'] = join(folder, 'state');
        process.env['OPENSPACE_HUB_TOKEN_FILE'] = join(folder, 'my-hub.token');
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        settings = bindGivenSettings(container, {}, join(folder, 'config'));
        container.bind(WorkspaceKernels).toSelf();
        kernels = container.get(WorkspaceKernels);
    });
    afterEach(async () => {
        const added = Object.keys(process.env).filter(name => !(name in environment));
        added.forEach(name => Reflect.deleteProperty(process.env, name));
        Object.assign(process.env, environment);
        await rm(folder, { recursive: true, force: true });
    });

    it('keep tokens from every tool in a folder that surrounds them', async () => {
        await mkdir(join(folder, 'state'));
        await writeFile(join(folder, 'my-hub.token'), 'secret');
        const kernel = await kernels.open(folder);
        for (const path of ['state/hub-3100.token', 'my-hub.token', 'config/settings.json']) {
            await assert.rejects(kernel.read({ path }), { code: 'sensitive-file' });
            await assert.rejects(kernel.write({ path, content: '' }, { confirmed: true }), { code: 'protected-path' });
        }
        await assert.rejects(kernel.list({ path: 'state' }), { code: 'sensitive-file' });
    });

    it('let no command line change the settings or the approvals, however they are named', async () => {
        const { guard } = await kernels.open(folder);
        const decide = (line: string, cwd = ''): string => guard.policy.judgeTerminalText(`${line}\n`, { cwd }).judgement.decision;
        const files = ['config/settings.json', 'state/approvals.json'];
        for (const file of files.flatMap(each => [each, `./src/../${each}`, join(folder, each)])) {
            for (const line of [
                `echo {} > ${file}`,
                `cp a ${file}`,
                `tee ${file}`,
                `ln -s ${file} b`,
                `sed -i s/a/b/ ${file}`,
                `rm ${file}`
            ]) {
                assert.equal(decide(line), 'deny', line);
            }
        }
        assert.equal(decide('echo {} > settings.json', 'config'), 'deny');
        assert.equal(decide('cd state && echo {} > approvals.json'), 'deny');
        for (const line of [
            'echo {} > conf*/settings.json',
            'D=config; echo {} > $D/settings.json',
            `python3 -c "open('config/settings.json')"`
        ]) {
            assert.equal(decide(line), 'ask', line);
        }
    });

    it("follow the person's own list of sensitive files at once, in every tool", async () => {
        await writeFile(join(folder, 'tea.kdbx'), 'secret');
        assert.equal((await (await kernels.open(folder)).read({ path: 'tea.kdbx' })).content, 'secret');
        settings.change({ 'openspace.agent.sensitiveFiles': ['[', '*.kdbx', 'config/**'] });
        const kernel = await kernels.open(folder);
        await assert.rejects(kernel.read({ path: 'tea.kdbx' }), { code: 'sensitive-file' });
        await assert.rejects(kernel.locate('tea.kdbx', 'read-file'), { code: 'sensitive-file' });
        assert.deepEqual((await kernel.search({ query: 'tea' })).files, []);
        settings.change({ 'openspace.agent.sensitiveFiles': [] });
        assert.equal((await (await kernels.open(folder)).read({ path: 'tea.kdbx' })).content, 'secret');
    });

    it('read and write as much as the person chose, at once', async () => {
        await writeFile(join(folder, 'tea.txt'), 'x'.repeat(64 * 1024 + 1));
        const content = 'y'.repeat(64 * 1024 + 1);
        assert.equal((await (await kernels.open(folder)).read({ path: 'tea.txt' })).size, content.length);
        settings.change({ 'openspace.limits.readKilobytes': 64, 'openspace.limits.writeKilobytes': 64 });
        const kernel = await kernels.open(folder);
        await assert.rejects(kernel.read({ path: 'tea.txt' }), { code: 'too-large' });
        await assert.rejects(kernel.write({ path: 'cup.txt', content }), { code: 'too-large' });
        await kernel.write({ path: 'cup.txt', content: content.slice(1) });
    });

    it('remove what a killed process left in a workspace when it is opened', async () => {
        const { pid } = spawnSync(process.execPath, ['--version']);
        const left = `.openspace-${pid}-${'0'.repeat(32)}.tmp`;
        await writeFile(join(folder, left), '');
        const watcher = watch(folder);
        try {
            const removed = new Promise<void>(resolve => watcher.on('change', (_, name) => name === left && resolve()));
            await kernels.open(folder);
            await removed;
        } finally {
            watcher.close();
        }
    });

    it('are one for each folder, and try again when a folder was missing', async () => {
        const later = join(folder, 'later');
        await assert.rejects(kernels.open(later), { code: 'not-found' });
        await mkdir(later);
        assert.equal(await kernels.open(later), await kernels.open(later));
    });
});
