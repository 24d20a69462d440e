import assert from 'node:assert/strict';
import { auditDirectory, readAudit, verifyAudit } from '@openspace/workspace-tools';
import { ILogger } from '@theia/core/lib/common';
import { MockLogger } from '@theia/core/lib/common/test/mock-logger';
import { Container } from '@theia/core/shared/inversify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandAudit } from './command-audit';

const CALL = { callId: 'call-1', sessionId: 'session', commandId: 'openspace.file.write', args: { path: 'a.ts', content: 'secret' } };

describe('CommandAudit', () => {
    const { OPENSPACE_STATE_DIR: stateDirectory } = process.env;
    let folder: string;
    let audit: CommandAudit;

    beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'openspace-command-audit-'));
        process.env['OPENSPACE_STATE_DIR'] = join(folder, 'state');
        const container = new Container();
        container.bind(ILogger).toConstantValue(new MockLogger());
        container.bind(CommandAudit).toSelf();
        audit = container.get(CommandAudit);
    });
    afterEach(async () => {
        if (stateDirectory === undefined) {
            Reflect.deleteProperty(process.env, 'OPENSPACE_STATE_DIR');
        } else {
            process.env['OPENSPACE_STATE_DIR'] = stateDirectory;
        }
        await rm(folder, { recursive: true });
    });

    it('keeps what was done and how it ended in the state directory, without contents', () => {
        assert.equal(audit.begin(CALL, 'chat', 'write'), undefined);
        audit.end(CALL, 'chat', 'write', { outcome: 'failed', result: { success: false, code: 'not-found' } }, 12.4);
        const [{ time, ...call }] = readAudit(auditDirectory());
        assert.ok(Date.parse(time) > 0);
        assert.deepEqual(
            [call.event, call.session, call.client, call.command, call.risk, call.args, call.outcome, call.code, call.durationMs],
            ['finished', 'session', 'chat', CALL.commandId, 'write', { path: 'a.ts', content: '(6 characters)' }, 'failed', 'not-found', 12]
        );
        assert.deepEqual(verifyAudit(auditDirectory()), { files: 1, lines: 3, problems: [] });
    });

    it('says why a command that may change something must not run, and stops no other', async () => {
        await writeFile(join(folder, 'state'), 'a file in the way');
        for (const risk of ['write', 'execute', undefined] as const) {
            assert.match(
                audit.begin(CALL, 'chat', risk) ?? '',
                /^Nothing was changed: the audit in .* cannot be written\..* restart the IDE\.$/
            );
        }
        for (const risk of ['read', 'view'] as const) {
            assert.equal(audit.begin(CALL, 'chat', risk), undefined);
        }
        audit.end(CALL, 'chat', 'view', { outcome: 'done', result: { success: true } }, 1);
    });
});
