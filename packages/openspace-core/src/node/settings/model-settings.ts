import { Emitter } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import type { OpenSpaceConfiguration } from '../../common';
import { readSecretFile, secretFilePath } from './secret-file';
import { UserSettings } from './user-settings';

/** Where the model is and what it is called. */
export interface ModelEndpoint {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey?: string;
    /** What a person reads as the model's name. */
    readonly displayName: string;
}

/** An OpenCode server that the person runs. */
export interface ForeignOpenCode {
    readonly url: string;
    readonly password?: string;
    /** Whether the environment names it, or else the settings. */
    readonly byEnvironment: boolean;
}

type TextSetting = Extract<keyof OpenSpaceConfiguration, `openspace.model.${string}` | `openspace.openCode.${string}`>;

const KEY_FILE = 'openspace.model.keyFile';
const PASSWORD_FILE = 'openspace.openCode.passwordFile';

/**
 * Which model and which OpenCode server are to be used. The environment wins: an address that stands there is used with what else
 * stands there and with nothing from the settings, so that a key never goes to an endpoint that it was not meant for.
 */
@injectable()
export class ModelSettings {
    @inject(UserSettings) protected readonly settings: UserSettings;

    protected readonly onDidChangeEmitter = new Emitter<void>();
    readonly onDidChange = this.onDidChangeEmitter.event;

    @postConstruct()
    protected init(): void {
        this.settings.onDidChange(name => {
            if (name.startsWith('openspace.model.') || name.startsWith('openspace.openCode.')) {
                this.onDidChangeEmitter.fire();
            }
        });
    }

    /**
     * The server of the person's own, or undefined: then we start one.
     * @throws Error that tells a person which setting is wrong and what to do
     */
    async server(): Promise<ForeignOpenCode | undefined> {
        await this.settings.ready;
        const { OPENSPACE_OPENCODE_URL: given, OPENSPACE_OPENCODE_PASSWORD: givenPassword } = process.env;
        if (given) {
            return { url: withoutSlash(given), ...(givenPassword ? { password: givenPassword } : {}), byEnvironment: true };
        }
        const url = this.address('openspace.openCode.url', 'http://127.0.0.1:4096', 'OpenSpace then starts a server of its own');
        if (url === undefined) {
            return undefined;
        }
        const password = givenPassword || (await this.secret(PASSWORD_FILE));
        return { url, ...(password ? { password } : {}), byEnvironment: false };
    }

    /**
     * The model of our own server, or undefined: then the guide answers.
     * @throws Error that tells a person which setting is wrong and what to do
     */
    async model(): Promise<ModelEndpoint | undefined> {
        await this.settings.ready;
        const { OPENSPACE_LLM_BASE_URL: given, OPENSPACE_LLM_MODEL: givenName, OPENSPACE_LLM_API_KEY: givenKey } = process.env;
        if (given) {
            return endpoint(withoutSlash(given), givenName, givenKey);
        }
        const baseUrl = this.address('openspace.model.baseUrl', 'http://localhost:11434/v1', 'the guide then answers without a model');
        if (baseUrl === undefined) {
            return undefined;
        }
        return endpoint(baseUrl, givenName || this.text('openspace.model.name'), givenKey || (await this.secret(KEY_FILE)));
    }

    /** The files with a key or a password that the settings name: no agent may see them. */
    secretFiles(): string[] {
        return [KEY_FILE, PASSWORD_FILE].flatMap(setting => secretFilePath(this.text(setting as TextSetting)) ?? []);
    }

    protected address(setting: TextSetting, example: string, without: string): string | undefined {
        const text = this.text(setting);
        if (text === '') {
            return undefined;
        }
        const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
        // No request can be made to an address with a password, and settings are no place for one.
        if (!isAddress || new URL(text).username !== '' || new URL(text).password !== '') {
            throw new Error(
                `The setting ${setting} is not an address, or holds a password. Set it to one such as ${example}, or empty it: ${without}.`
            );
        }
        return withoutSlash(text);
    }

    protected async secret(setting: TextSetting): Promise<string | undefined> {
        const path = this.text(setting);
        return path === '' ? undefined : readSecretFile(path, setting);
    }

    protected text(setting: TextSetting): string {
        const value: unknown = this.settings.get(setting);
        return typeof value === 'string' ? value.trim() : '';
    }
}

function endpoint(baseUrl: string, name: string | undefined, apiKey: string | undefined): ModelEndpoint {
    const model = name || 'default';
    return { baseUrl, model, ...(apiKey ? { apiKey } : {}), displayName: model };
}

function withoutSlash(url: string): string {
    return url.replace(/\/$/, '');
}
