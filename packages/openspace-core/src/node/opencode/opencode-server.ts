import { Emitter, ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { errorMessage } from '../process/error-message';
import { foreignTrouble } from '../process/foreign-server';
import { packageProgram } from '../process/package-file';
import { SupervisedProcess, type ProcessPlan } from '../process/supervised-process';
import { ModelSettings, type ForeignOpenCode, type ModelEndpoint } from '../settings/model-settings';
import { MODEL_KEYS } from './model-trouble';
import { openCodeConfig } from './opencode-config';
import { configurationDirectory, ownHome } from './opencode-home';

/** Where an OpenCode server listens, and the password that it wants. */
export interface OpenCodeAddress {
    readonly url: string;
    readonly password?: string;
}

/** A setting that is wrong is looked at again after this time: the file that it names may be there by then. */
const LOOK_AGAIN_MS = 5_000;

/** Programs that run outside the bundle of the backend. */
const { resolve } = createRequire(__filename);
const LIFELINE = resolve('@openspace/core/lib/node/process/lifeline-main.js');
const STAMP_PLUGIN = resolve('@openspace/core/lib/node/opencode/session-stamp-plugin.js');

/** The header with which the server lets us in. */
export function authorization({ password }: OpenCodeAddress): Record<string, string> {
    return password ? { authorization: `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}` } : {};
}

/** The OpenCode server that this IDE uses: its own child process, with the guide behind it when no model is configured, or a running one. Which, the environment and the settings say. */
@injectable()
export class OpenCodeServer {
    @inject(ILogger) @named('openspace:OpenCodeServer') protected readonly logger: ILogger;

    @inject(ModelSettings) protected readonly settings: ModelSettings;

    protected server?: SupervisedProcess<OpenCodeAddress>;
    protected guide?: SupervisedProcess<string>;
    protected foreign?: ForeignOpenCode;
    /** The model that our own server was started with. */
    protected endpoint?: ModelEndpoint;
    protected problem?: string;
    protected missing: string | undefined;
    protected lookAgain?: NodeJS.Timeout;
    protected isStopped = false;
    protected readonly password = randomBytes(32).toString('base64url');

    protected readonly onWillChangeEmitter = new Emitter<void>();
    /** Another server, or the same with another model, takes the place of this one: nothing reaches it any more. */
    readonly onWillChange = this.onWillChangeEmitter.event;
    protected readonly onDidChangeEmitter = new Emitter<void>();
    /** The settings were taken; `answering`, `wrongSetting` and `missingSetting` may be others. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Starts what has to be started. Resolves when the server is up or has failed once. */
    start(): Promise<void> {
        return this.configure();
    }

    /** Starts anew with what the settings say now. Resolves when the server is up or has failed once; never rejects. */
    async configure(): Promise<void> {
        clearTimeout(this.lookAgain);
        const before = this.server;
        this.server = this.foreign = this.endpoint = this.problem = undefined;
        this.onWillChangeEmitter.fire();
        await before?.stop();
        try {
            this.foreign = await this.settings.server();
        } catch (error) {
            this.problem = errorMessage(error);
            this.lookAgain = setTimeout(() => void this.configure(), LOOK_AGAIN_MS).unref();
        }
        if (!this.foreign && this.problem === undefined && !this.isStopped) {
            this.server = new SupervisedProcess(() => this.serverPlan(), this.logger);
            await this.server.start();
        }
        this.missing = this.findMissing();
        this.onDidChangeEmitter.fire();
    }

    /** Looks again at what is missing in the settings, which may be another though what runs is what they name. */
    lookForMissing(): void {
        const missing = this.findMissing();
        if (missing !== this.missing) {
            this.missing = missing;
            this.onDidChangeEmitter.fire();
        }
    }

    protected findMissing(): string | undefined {
        return this.isGuarded && this.problem === undefined ? this.settings.missing() : undefined;
    }

    /** Whether what runs is what the settings name. */
    async isCurrent(): Promise<boolean> {
        try {
            const foreign = await this.settings.server();
            const isSame = JSON.stringify(foreign) === JSON.stringify(this.foreign);
            return isSame && this.problem === undefined && (foreign !== undefined || (await this.isCurrentModel()));
        } catch (error) {
            return errorMessage(error) === this.problem;
        }
    }

    protected async isCurrentModel(): Promise<boolean> {
        const wanted = usesOwnConfiguration() ? undefined : await this.settings.model();
        const isGuide = this.endpoint !== undefined && this.endpoint.baseUrl === this.guide?.current;
        return JSON.stringify(wanted) === JSON.stringify(isGuide ? undefined : this.endpoint);
    }

    /** Where the server is, or undefined while it does not run. A running one that the person names is taken at its word. */
    get known(): OpenCodeAddress | undefined {
        return this.foreign ?? this.server?.current;
    }

    /** The server's address; throws, with the reason for a person, while it does not run. */
    current(): OpenCodeAddress {
        if (!this.known) {
            throw new Error(this.problem ?? notRunning(this.server?.trouble));
        }
        return this.known;
    }

    /** What is wrong with the settings, for a person. Until that is mended nothing answers. */
    get wrongSetting(): string | undefined {
        return this.problem;
    }

    /** What is missing of a model that the settings name by halves, and what answers instead, for a person. */
    get missingSetting(): string | undefined {
        return this.missing;
    }

    /** The name of the model that our own server asks. */
    get model(): string | undefined {
        return this.endpoint?.model;
    }

    /** Who answers, in a person's words; undefined while nobody knows. */
    get answering(): string | undefined {
        if (this.foreign) {
            return `OpenCode at ${this.foreign.url}`;
        }
        return usesOwnConfiguration() ? 'your OpenCode configuration' : this.endpoint?.displayName;
    }

    /** How long a message waits for the server. Our own may still be starting, which takes a slow machine a while. */
    get patienceMs(): number {
        return this.foreign ? 5_000 : 20_000;
    }

    /** Whether the server is our own, with our configuration: its own tools denied, the Hub's in their place. */
    get isGuarded(): boolean {
        return this.foreign === undefined && !usesOwnConfiguration();
    }

    /** Finds out why the server cannot be used and what to do, for a person; undefined when all is well. */
    async findTrouble(): Promise<string | undefined> {
        if (!this.foreign) {
            return this.server?.current ? undefined : (this.problem ?? notRunning(this.server?.trouble));
        }
        return foreignTrouble({
            name: "OpenCode, the agent's server,",
            url: this.foreign.url,
            healthPath: '/global/health',
            headers: authorization(this.foreign),
            ...(this.foreign.byEnvironment
                ? {
                      setting: 'OPENSPACE_OPENCODE_URL',
                      withoutAdvice: 'unset OPENSPACE_OPENCODE_URL and start OpenSpace again',
                      refusedAdvice: 'Check OPENSPACE_OPENCODE_PASSWORD and start OpenSpace again.'
                  }
                : {
                      setting: 'the setting openspace.openCode.url',
                      withoutAdvice: 'empty the setting openspace.openCode.url',
                      refusedAdvice: 'Check the setting openspace.openCode.passwordFile.'
                  })
        });
    }

    /**
     * The folder that sessions of this server are opened in. Our own server never gets the workspace: OpenCode would load plugins
     * that lie there, or in a folder above, and so run a stranger's code. Its configuration folder is the one from which it looks
     * no further. A server of the person's own works where the person does.
     */
    sessionDirectory(workspace: string): string {
        if (!this.isGuarded) {
            return workspace;
        }
        return configurationDirectory();
    }

    /** Ends what we started, the guide included, and resolves when it is gone. A configured server goes on. */
    async stop(): Promise<void> {
        this.isStopped = true;
        clearTimeout(this.lookAgain);
        await Promise.all([this.server?.stop(), this.guide?.stop()]);
    }

    /** Ends what we started at once, when there is no time to wait. */
    kill(): void {
        this.server?.kill();
        this.guide?.kill();
    }

    protected async serverPlan(): Promise<ProcessPlan<OpenCodeAddress>> {
        return {
            name: 'OpenCode',
            command: process.execPath,
            args: [LIFELINE, packageProgram('opencode-ai', 'opencode'), 'serve', '--hostname', '127.0.0.1', '--port', '0'],
            environment: { ...(await this.openCodeEnvironment()), OPENCODE_SERVER_PASSWORD: this.password },
            readReady: line => {
                const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
                return url === undefined ? undefined : { url, password: this.password };
            }
        };
    }

    /** A home of its own below the state directory, unless the person asked for their own configuration. */
    protected async openCodeEnvironment(): Promise<NodeJS.ProcessEnv> {
        if (usesOwnConfiguration()) {
            return process.env;
        }
        this.endpoint = await this.chosenModel();
        return ownHome(openCodeConfig(this.endpoint, STAMP_PLUGIN));
    }

    /** @throws Error that tells a person which setting is wrong; it is looked at again with the next start of the server */
    protected async chosenModel(): Promise<ModelEndpoint> {
        let chosen: ModelEndpoint | undefined;
        try {
            chosen = await this.settings.model();
            this.problem = undefined;
        } catch (error) {
            this.problem = errorMessage(error);
            throw error;
        }
        if (chosen) {
            if (chosen.apiKey !== undefined) {
                MODEL_KEYS.add(chosen.apiKey);
            }
            await this.guide?.stop();
            this.guide = undefined;
        }
        return chosen ?? this.guideEndpoint();
    }

    protected async guideEndpoint(): Promise<ModelEndpoint> {
        if (!this.guide) {
            let port = '0';
            const guide = new SupervisedProcess(
                () =>
                    Promise.resolve({
                        name: 'The guide',
                        command: process.execPath,
                        args: [packageProgram('@openspace/guide-model', 'guide-model'), '--port', port, '--lifeline'],
                        environment: process.env,
                        readReady: (line: string) => (line.startsWith('{') ? (JSON.parse(line) as { url: string }).url : undefined)
                    }),
                this.logger
            );
            // OpenCode knows the guide by its port, so a restarted guide keeps it.
            guide.onDidStart(url => (port = new URL(url).port));
            this.guide = guide;
            await guide.start();
        }
        if (this.guide.current === undefined) {
            throw new Error(`The guide, which answers while no model is configured, is not running. ${this.guide.trouble ?? ''}`);
        }
        return { baseUrl: this.guide.current, model: 'guide', displayName: 'Guide' };
    }
}

/** Whether our own server runs with the configuration that the person has for an OpenCode of their own. */
function usesOwnConfiguration(): boolean {
    return process.env['OPENSPACE_OPENCODE_CONFIG'] === 'user';
}

function notRunning(trouble = 'It is still starting.'): string {
    return `OpenCode, the agent's server, is not running; it is being started again. ${trouble}`;
}
