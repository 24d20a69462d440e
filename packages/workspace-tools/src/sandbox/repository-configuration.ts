import { spawn } from 'node:child_process';
import { ownEnvironment } from './child-process';

/** Settings of a repository that run no program and name no other place for settings. */
const HARMLESS_SETTING =
    /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|sparsecheckout|sparsecheckoutcone)|index\.sparse|extensions\.objectformat|user\.(?:name|email)|init\.defaultbranch|branch\..+\.(?:remote|merge)|remote\..+\.fetch)$/s;
/** Addresses that git itself fetches from; others can name a program. */
const HARMLESS_ADDRESS = /^(?:https?|ssh|git):\/\/[\w.@:[\]-]+\/|^[\w.@-]+:(?!:)[^-]/;

/** One setting of a configuration, its name as git prints it. */
export interface ConfigurationSetting {
    readonly name: string;
    readonly value: string;
}

export interface HarmlessConfiguration {
    readonly text: string;
    /** Whether nothing had to be left out. */
    readonly isComplete: boolean;
}

/** What of a repository's configuration runs nothing; undefined when git cannot read it. */
export async function harmlessConfiguration(content: Buffer): Promise<HarmlessConfiguration | undefined> {
    const settings = await readSettings(content);
    if (settings === undefined) {
        return undefined;
    }
    const kept = settings.filter(isHarmlessSetting);
    return {
        text: configurationText(kept),
        isComplete: kept.length === settings.length && !/^\s*\[\s*include/im.test(content.toString())
    };
}

/** All settings that a configuration itself holds, without those that it includes; undefined when git cannot read it. */
export async function readSettings(content: Buffer): Promise<ConfigurationSetting[] | undefined> {
    const listed = await listSettings(content);
    return listed
        ?.split('\0')
        .filter(line => line !== '')
        .map(line => {
            const [name] = line.split('\n', 1);
            return { name, value: line.includes('\n') ? line.slice(name.length + 1) : 'true' };
        });
}

/** Whether a setting runs no program and names no other place for settings. */
export function isHarmlessSetting({ name, value }: ConfigurationSetting): boolean {
    return HARMLESS_SETTING.test(name) || (/^remote\..+\.url$/s.test(name) && HARMLESS_ADDRESS.test(value));
}

/** A configuration file with these settings. */
export function configurationText(settings: readonly ConfigurationSetting[]): string {
    return settings.map(toText).join('');
}

function toText({ name, value }: ConfigurationSetting): string {
    const section = name.slice(0, name.indexOf('.'));
    const key = name.slice(name.lastIndexOf('.') + 1);
    const subsection = name.slice(section.length + 1, -key.length - 1);
    const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
    return `[${section}${subsection === '' ? '' : ` ${quote(subsection)}`}]\n\t${key} = ${quote(value)}\n`;
}

/** Lets git itself read the configuration, from its standard input: it follows no link and no include. */
function listSettings(content: Buffer): Promise<string | undefined> {
    return new Promise(resolve => {
        const git = spawn('git', ['config', '--file', '-', '--no-includes', '--list', '-z'], {
            cwd: '/',
            env: { ...ownEnvironment(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
            stdio: ['pipe', 'pipe', 'ignore']
        });
        const chunks: Buffer[] = [];
        git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
        git.on('error', () => resolve(undefined)).on('close', code =>
            resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined)
        );
        // It may end before it has read all.
        git.stdin.on('error', () => undefined).end(content);
    });
}
