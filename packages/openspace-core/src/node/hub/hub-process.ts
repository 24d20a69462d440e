import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { readFile } from 'node:fs/promises';
import { stateDirectory } from '@openspace/workspace-tools';
import { join } from 'node:path';
import { packageProgram } from '../process/package-file';
import { SupervisedProcess } from '../process/supervised-process';

/** Where a Hub listens, and the token that it wants. */
export interface HubAddress {
    readonly url: string;
    readonly tokenFile: string;
    readonly token: string;
}

/** The Hub that this IDE uses: its own child process, or the one that the environment names. */
@injectable()
export class HubProcess {
    @inject(ILogger) @named('openspace:HubProcess') protected readonly logger: ILogger;

    protected process?: SupervisedProcess<{ url: string; tokenFile: string }>;
    protected address?: HubAddress;
    protected problem?: string;
    protected listeners: (() => void)[] = [];

    /** Starts our own Hub for this workspace, or reads the token of the configured one. Resolves when it is up or has failed once. */
    async start(workspace: string): Promise<void> {
        const { OPENSPACE_HUB_URL: url, OPENSPACE_HUB_TOKEN_FILE: tokenFile } = process.env;
        if (url) {
            await this.use({ url: url.replace(/\/$/, ''), tokenFile: tokenFile ?? join(stateDirectory(), 'hub-3100.token') });
            return;
        }
        const port = process.env['OPENSPACE_HUB_PORT'] ?? '3100';
        const child = new SupervisedProcess(
            () =>
                Promise.resolve({
                    name: 'The Hub',
                    command: process.execPath,
                    args: [
                        packageProgram('@openspace/hub', 'openspace-hub'),
                        '--workspace',
                        workspace,
                        '--port',
                        this.portAfterRestart() ?? port,
                        '--lifeline'
                    ],
                    environment: process.env,
                    readReady: (line: string) =>
                        line.startsWith('{') ? (JSON.parse(line) as { url: string; tokenFile: string }) : undefined
                }),
            this.logger
        );
        this.process = child;
        let used = Promise.resolve();
        child.onDidStart(ready => (used = this.use(ready)));
        await child.start();
        await used;
    }

    /** The Hub's address; throws, with the reason for a person, while it cannot be reached. */
    current(): HubAddress {
        const trouble = this.process?.trouble ?? this.problem;
        if (!this.address || trouble !== undefined) {
            throw new Error(`The Hub is not running. ${trouble ?? ''}`.trim());
        }
        return this.address;
    }

    /** The Hub is up, perhaps again: what it knew before is gone. */
    onDidStart(listener: () => void): void {
        this.listeners.push(listener);
    }

    async stop(): Promise<void> {
        await this.process?.stop();
    }

    kill(): void {
        this.process?.kill();
    }

    protected async use(ready: { url: string; tokenFile: string }): Promise<void> {
        try {
            const token = (await readFile(ready.tokenFile, 'utf8')).trim();
            this.address = { ...ready, token };
            this.problem = undefined;
            this.listeners.forEach(listener => listener());
        } catch (error) {
            this.problem = `Its token cannot be read: ${error instanceof Error ? error.message : String(error)}`;
            this.logger.error(this.problem);
        }
    }

    /** A restarted Hub keeps the port that people and other agents already know. */
    protected portAfterRestart(): string | undefined {
        return this.address && new URL(this.address.url).port;
    }
}
