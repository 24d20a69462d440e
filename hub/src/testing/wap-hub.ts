import assert from 'node:assert/strict';
import { DoorAnswer, WorkspaceHub } from './workspace-hub';

export type WapAnswer = Record<string, unknown>;

/** A Hub with a workspace on disk, asked over the workspace agent protocol. */
export class WapHub extends WorkspaceHub {
    send(tool: string, body: unknown): Promise<DoorAnswer> {
        return this.post(`/wap/${tool}`, body);
    }

    async succeed(tool: string, body: unknown): Promise<WapAnswer> {
        const answer = await this.send(tool, body);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body;
    }

    async fail(tool: string, body: unknown, status: number, code: string): Promise<{ error: string; details?: WapAnswer }> {
        const answer = await this.send(tool, body);
        const { error, details } = answer.body;
        assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
        assert.ok(typeof error === 'string' && error.length > 0);
        assert.deepEqual(
            Object.keys(answer.body).filter(key => !['error', 'code', 'details'].includes(key)),
            []
        );
        return { error, details: details as WapAnswer | undefined };
    }
}
