import { strict as assert } from 'node:assert';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { PathGuard } from '../path-guard';
import { Policy } from '../policy';
import { longestWait } from '../test/longest-wait';
import { useWorkspace } from '../test/test-workspace';
import { surveyWorkspace } from './workspace-survey';

describe('A survey of a workspace that was surveyed before', () => {
    const workspace = useWorkspace();
    let guard: PathGuard;
    /** All directories are old enough to be remembered. */
    const later = (): number => Date.now() + 3_600_000;
    const survey = async (): Promise<{ active: string[]; masked: string[]; repositories: string[] }> => {
        const { active, masked, repositories } = await surveyWorkspace(guard, undefined, later);
        const shown = (paths: Iterable<string>): string[] => Array.from(paths, path => relative(workspace.root, path)).sort();
        return { active: shown(active.keys()), masked: shown(masked.map(({ path }) => path)), repositories: shown(repositories.keys()) };
    };

    beforeEach(async () => {
        guard = await PathGuard.open(workspace.root, new Policy());
    });

    it('finds the same again', async () => {
        [
            'a/.env',
            'a/b/AGENTS.md',
            'a/b/c/plain.txt',
            'r/.git/HEAD',
            'r/.git/config',
            'bare/HEAD',
            'bare/objects/x',
            'bare/refs/x'
        ].forEach(path => workspace.file(path));
        const first = await survey();
        assert.deepEqual(first, { active: ['a/b/AGENTS.md', 'r/.git/config'], masked: ['a/.env'], repositories: ['bare', 'r/.git'] });
        assert.deepEqual(await survey(), first);
    });

    it('finds what came into a directory whose time of modification was set back', async () => {
        workspace.file('a/b/plain.txt');
        utimesSync(workspace.path('a/b'), 1000, 1000);
        await survey();
        workspace.file('a/b/.envrc');
        workspace.file('a/b/.env');
        utimesSync(workspace.path('a/b'), 1000, 1000);
        assert.deepEqual(await survey(), { active: ['a/b/.envrc'], masked: ['a/b/.env'], repositories: [] });
    });

    it('finds what took the place of a directory, and a directory in its new place', async () => {
        workspace.file('a/b/.env');
        workspace.file('c/AGENTS.md');
        await survey();
        renameSync(workspace.path('a'), workspace.path('moved'));
        renameSync(workspace.path('c'), workspace.path('a'));
        assert.deepEqual(await survey(), { active: ['a/AGENTS.md'], masked: ['moved/b/.env'], repositories: [] });
        rmSync(workspace.path('moved'), { recursive: true });
        assert.deepEqual((await survey()).masked, []);
    });

    it('finds that a folder became a repository', async () => {
        ['new/HEAD', 'new/objects/x'].forEach(path => workspace.file(path));
        assert.deepEqual((await survey()).repositories, []);
        workspace.file('new/refs/x');
        assert.deepEqual((await survey()).repositories, ['new']);
    });

    it('lets others run while it goes over very many folders that it knows', async () => {
        Array.from({ length: 20_000 }, (_each, index) => mkdirSync(workspace.path(`${index % 100}`, `${index}`), { recursive: true }));
        await survey();
        const share = await longestWait(survey);
        assert.ok(share < 0.5, String(share));
    });

    it('judges each of many entries below a folder whose name is no text only a few times', async () => {
        const count = 1000;
        const folder = Buffer.from(workspace.path('x\xff'), 'latin1');
        const below = (name: string): Buffer => Buffer.concat([folder, Buffer.from(`/${name}`, 'latin1')]);
        Array.from({ length: count }, (_each, index) => mkdirSync(below(`${index}\xff`), { recursive: true }));
        writeFileSync(below('.env'), '');
        const { policy } = guard;
        const judgeRead = policy.judgeRead.bind(policy);
        let judged = 0;
        policy.judgeRead = path => {
            judged++;
            return judgeRead(path);
        };
        assert.equal((await surveyWorkspace(guard)).unnamed.length, 1);
        assert.ok(judged >= count && judged < 10 * count, String(judged));
    });
});
