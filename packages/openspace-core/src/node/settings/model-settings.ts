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

const BASE_URL = 'openspace.model.baseUrl';
const NAME = 'openspace.model.name';
const KEY_FILE = 'openspace.model.keyFile';
const PASSWORD_FILE = 'openspace.openCode.passwordFile';

const EXAMPLE_URL = 'http://localhost:11434/v1';
/** The name by which a model is asked for that the person has not named. */
const DEFAULT_NAME = 'default';
const UNNAMED = `the model at that address is asked for as "${DEFAULT_NAME}", a name that few endpoints know.`;
const UNREACHED = 'until an address is given too, the guide answers, without a model.';

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
        const baseUrl = this.address(BASE_URL, EXAMPLE_URL, 'the guide then answers without a model');
        if (baseUrl === undefined) {
            return undefined;
        }
        return endpoint(baseUrl, givenName || this.text(NAME), givenKey || (await this.secret(KEY_FILE)));
    }

    /**
     * What is missing of a model that the environment or the settings name by halves, and what is used instead, for a person;
     * undefined when nothing is. The settings have to be ready.
     */
    missing(): string | undefined {
        const [urlVariable, nameVariable, keyVariable] = ['OPENSPACE_LLM_BASE_URL', 'OPENSPACE_LLM_MODEL', 'OPENSPACE_LLM_API_KEY'];
        if (process.env[urlVariable]) {
            return process.env[nameVariable]
                ? undefined
                : `${nameVariable} is not set, though ${urlVariable} is: ${UNNAMED} Set ${nameVariable} and start OpenSpace again.`;
        }
        if (this.text(BASE_URL) !== '') {
            return process.env[nameVariable] || this.text(NAME) !== ''
                ? undefined
                : `The setting ${NAME} is empty, though ${BASE_URL} is set: ${UNNAMED} Set ${NAME} to the name of your model.`;
        }
        const variable = [nameVariable, keyVariable].find(each => process.env[each]);
        if (variable !== undefined) {
            return `${urlVariable} is not set, though ${variable} is: ${UNREACHED} Set ${BASE_URL} in the settings to the address of the model, such as ${EXAMPLE_URL}, or set ${urlVariable} and start OpenSpace again.`;
        }
        const setting = ([NAME, KEY_FILE] as const).find(each => this.text(each) !== '');
        return setting === undefined
            ? undefined
            : `The setting ${BASE_URL} is empty, though ${setting} is set: ${UNREACHED} Set ${BASE_URL} to the address of the model, such as ${EXAMPLE_URL}.`;
    }

    /** The files with a key or a password that the settings name: no agent may see them. */
    secretFiles(): string[] {
        return ([KEY_FILE, PASSWORD_FILE] as const).flatMap(setting => secretFilePath(this.text(setting)) ?? []);
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
    const model = name || DEFAULT_NAME;
    return { baseUrl, model, ...(apiKey ? { apiKey } : {}), displayName: model };
}

function withoutSlash(url: string): string {
    return url.replace(/\/$/, '');
}
