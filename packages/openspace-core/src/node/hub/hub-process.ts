import { hubLinkKeyFile, hubTokenFile, readToken } from '@openspace/workspace-tools';
import { Emitter, ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { foreignTrouble, type ForeignServer } from '../process/foreign-server';
import { packageProgram } from '../process/package-file';
import { SupervisedProcess, type ProcessPlan } from '../process/supervised-process';

/** Where a Hub listens, and where it keeps its token: what it prints when it is ready. */
interface HubPlace {
    readonly url: string;
    readonly tokenFile: string;
}

/** Where a Hub listens, and the token that it wants. */
export interface HubAddress extends HubPlace {
    readonly token: string;
}

/** The Hub that this IDE uses: its own child process, or the one that the environment names. */
@injectable()
export class HubProcess {
    @inject(ILogger) @named('openspace:HubProcess') protected readonly logger: ILogger;

    protected process?: SupervisedProcess<HubPlace>;
    /** Where the Hub is now, or was last. */
    protected place?: HubPlace;
    /** What this IDE calls itself, so that its own Hub knows it. */
    readonly ideId = randomUUID();
    protected token?: string;
    protected linkKey?: string;
    protected problem?: string;
    protected readonly onDidStartEmitter = new Emitter<void>();
    /** Our own Hub is up, perhaps again; fires once for a Hub that someone else runs. */
    readonly onDidStart = this.onDidStartEmitter.event;

    /** Starts our own Hub for this workspace, unless one is configured. Resolves when it is up or has failed once. */
    async start(workspace: string): Promise<void> {
        const { OPENSPACE_HUB_URL: url, OPENSPACE_HUB_TOKEN_FILE: tokenFile } = process.env;
        if (url) {
            this.useConfigured(url, tokenFile);
            return;
        }
        this.process = new SupervisedProcess(() => Promise.resolve(this.plan(workspace)), this.logger);
        this.process.onDidStart(place => this.use(place));
        await this.process.start();
    }

    /** Where the Hub is, or undefined while it does not run. A running one that the environment names is taken at its word. */
    get known(): HubPlace | undefined {
        return this.process ? this.process.current : this.place;
    }

    /** The Hub's address; throws, with the reason for a person, while it cannot be used. */
    current(): HubAddress {
        if (this.problem !== undefined) {
            throw new Error(this.problem);
        }
        if (!this.known) {
            throw new Error(`The Hub is not running; it is being started again. ${this.process?.trouble ?? ''}`.trim());
        }
        this.token ??= readToken(this.known.tokenFile);
        return { ...this.known, token: this.token };
    }

    /** Where the Hub takes links, and the key that it wants for one; throws like {@link current}. */
    currentLink(): { readonly url: string; readonly key: string } {
        const { url, tokenFile } = this.current();
        this.linkKey ??= readToken(hubLinkKeyFile(tokenFile));
        return { url, key: this.linkKey };
    }

    /** What the Hub knows this IDE by, if it takes links at all; throws like {@link current}. */
    currentKey(): string | undefined {
        return existsSync(hubLinkKeyFile(this.current().tokenFile)) ? this.currentLink().key : undefined;
    }

    /** Finds out why the Hub cannot be used and what to do, for a person; undefined when all is well. */
    async findTrouble(): Promise<string | undefined> {
        const trouble = this.process || !this.place ? undefined : await foreignTrouble(foreignHub(this.place.url));
        if (trouble !== undefined) {
            return trouble;
        }
        try {
            this.current();
            return undefined;
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        }
    }

    /** The Hub refused the token or the key: whoever needs one next reads it anew. */
    forgetToken(): void {
        this.token = undefined;
        this.linkKey = undefined;
    }

    /** Ends the Hub that we started and resolves when it is gone. A configured one goes on. */
    async stop(): Promise<void> {
        await this.process?.stop();
    }

    /** Ends the Hub that we started at once, when there is no time to wait. */
    kill(): void {
        this.process?.kill();
    }

    protected useConfigured(url: string, tokenFile?: string): void {
        if (!URL.canParse(url)) {
            this.problem = `OPENSPACE_HUB_URL is "${url}", which is no address. Set it to one such as http://127.0.0.1:3100, or unset it.`;
            return;
        }
        const { port, protocol } = new URL(url);
        const realPort = port || (protocol === 'https:' ? '443' : '80');
        this.use({ url: url.replace(/\/+$/, ''), tokenFile: tokenFile || hubTokenFile(realPort) });
    }

    protected use(place: HubPlace): void {
        this.place = place;
        this.forgetToken();
        this.onDidStartEmitter.fire();
    }

    protected plan(workspace: string): ProcessPlan<HubPlace> {
        return {
            name: 'The Hub',
            command: process.execPath,
            args: [
                packageProgram('@openspace/hub', 'openspace-hub'),
                ...['--workspace', workspace, ...this.placeArguments(), '--await-ide', this.ideId, '--lifeline']
            ],
            // Whoever talks to the model or to OpenCode, the Hub does not.
            environment: { ...process.env, OPENSPACE_LLM_API_KEY: undefined, OPENSPACE_OPENCODE_PASSWORD: undefined },
            readReady: line => (line.startsWith('{') ? (JSON.parse(line) as HubPlace) : undefined)
        };
    }

    /** A restarted Hub keeps the port and the token that people and other agents already know. */
    protected placeArguments(): string[] {
        return this.place
            ? ['--port', new URL(this.place.url).port, '--token-file', this.place.tokenFile]
            : ['--port', process.env['OPENSPACE_HUB_PORT'] ?? '3100'];
    }
}

function foreignHub(url: string): ForeignServer {
    return {
        name: 'The Hub',
        setting: 'OPENSPACE_HUB_URL',
        withoutAdvice: 'unset OPENSPACE_HUB_URL and start OpenSpace again',
        url,
        healthPath: '/health',
        headers: {},
        refusedAdvice: 'Check OPENSPACE_HUB_TOKEN_FILE.'
    };
}
