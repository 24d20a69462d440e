import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HubAccess } from '../application/running-application';
import type { Operation } from './conformance-case';

export const DOOR_NAMES = ['tools', 'wap', 'agentbench', 'mcp', 'commands'] as const;
export type DoorName = (typeof DOOR_NAMES)[number];

/** What a door made of an operation: a value in a form that all doors share, or an error of its own kind. */
type Answer = { readonly done: true; readonly value: unknown } | { readonly done: false; readonly error: string };

/** A door to the workspace, as a client of its protocol uses it. Answers undefined to what the protocol does not have. */
export type Door = (operation: Operation, session: string) => Promise<Answer> | undefined;

type Fields = Readonly<Record<string, unknown>>;

const done = (value: unknown): Answer => ({ done: true, value });
const failed = (error: string): Answer => ({ done: false, error });

/** All doors of a Hub, whose AgentBench keeps its artifacts in the given folder. */
export function openDoors(hub: HubAccess, artifacts: string): Readonly<Record<DoorName, Door>> {
    const post = async (path: string, body: unknown, session: string): Promise<{ status: number; body: Fields }> => {
        const response = await fetch(hub.url + path, {
            method: 'POST',
            headers: { authorization: `Bearer ${hub.token}`, 'content-type': 'application/json', 'x-openspace-session': session },
            body: JSON.stringify(body)
        });
        return { status: response.status, body: (await response.json()) as Fields };
    };
    return {
        tools: toolDoor(post),
        wap: wapDoor(post),
        agentbench: agentBenchDoor(post, artifacts),
        mcp: mcpDoor(post),
        commands: commandDoor(post)
    };
}

type Post = (path: string, body: unknown, session: string) => Promise<{ status: number; body: Fields }>;

function toolDoor(post: Post): Door {
    const call = async (session: string, tool: string, request: Fields, value: (answer: Fields) => unknown): Promise<Answer> => {
        const { status, body } = await post(`/tools/${tool}`, request, session);
        return status === 200 ? done(value(body)) : failed(`${status} ${String((body.error as Fields).code)}`);
    };
    return (operation, session) => {
        switch (operation.kind) {
            case 'read':
                return call(session, 'read', { file_path: operation.path }, ({ content, binary, type }) =>
                    binary === true ? 'binary' : type === 'directory' ? 'directory' : withoutNumbers(content as string)
                );
            case 'write':
                return call(session, 'write', { file_path: operation.path, content: operation.content }, () => true);
            case 'edit':
                return call(
                    session,
                    'edit',
                    { file_path: operation.path, old_string: operation.oldText, new_string: operation.newText },
                    () => true
                );
            case 'list':
                return call(session, 'read', { file_path: operation.path }, ({ entries, content }) =>
                    Array.isArray(entries) ? (entries as string[]).toSorted() : content
                );
            case 'glob':
                return call(session, 'glob', { pattern: operation.pattern, path: operation.path }, ({ files }) =>
                    (files as string[]).map(file => file.replace('/workspace/', '')).toSorted()
                );
            case 'find':
                return call(session, 'glob', { pattern: `**/${operation.name}` }, ({ files }) =>
                    (files as string[]).map(file => file.replace('/workspace/', '')).toSorted()
                );
            case 'grep':
                return call(session, 'grep', { pattern: asRegex(operation), path: operation.path }, ({ matches }) =>
                    (matches as { file: string; line: number }[])
                        .map(({ file, line }) => `${file.replace('/workspace/', '')}:${line}`)
                        .toSorted()
                );
            case 'run':
                return call(session, 'bash', { command: operation.command, workdir: 'case' }, ({ stdout, exit_code }) => [
                    stdout,
                    exit_code
                ]);
            case 'make':
            case 'describe':
                return undefined;
        }
    };
}

function wapDoor(post: Post): Door {
    const call = async (session: string, tool: string, request: Fields, value: (answer: Fields) => unknown): Promise<Answer> => {
        const { status, body } = await post(`/wap/${tool}`, request, session);
        return status === 200 ? done(value(body)) : failed(`${status} ${String(body.code)}`);
    };
    return (operation, session) => {
        switch (operation.kind) {
            case 'read':
                return call(session, 'readFile', { path: operation.path }, ({ content }) => content);
            case 'write':
                return call(
                    session,
                    'writeFile',
                    { path: operation.path, content: operation.content, createDirectories: true },
                    () => true
                );
            case 'edit':
                return call(
                    session,
                    'modifyFile',
                    {
                        path: operation.path,
                        operations: [{ type: 'regexReplace', pattern: operation.oldText, replacement: operation.newText }]
                    },
                    () => true
                );
            case 'list':
                return call(session, 'exploreFiles', { path: operation.path }, ({ files }) =>
                    (files as { path: string; isDirectory: boolean }[])
                        .map(({ path, isDirectory }) => `${path.split('/').at(-1) ?? ''}${isDirectory ? '/' : ''}`)
                        .toSorted()
                );
            case 'grep':
                return call(
                    session,
                    'searchFiles',
                    { paths: [operation.path], query: operation.pattern, type: operation.isRegex ? 'regex' : 'literal', recursive: true },
                    ({ matches }) => (matches as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`).toSorted()
                );
            case 'run':
                return call(session, 'executeCommand', { command: operation.command, workingDirectory: 'case' }, ({ stdout, exitCode }) => [
                    stdout,
                    exitCode
                ]);
            case 'glob':
            case 'find':
            case 'make':
            case 'describe':
                return undefined;
        }
    };
}

function agentBenchDoor(post: Post, artifacts: string): Door {
    let requests = 0;
    const call = async (session: string, tool: string, params: Fields, value: (data: Fields) => unknown): Promise<Answer> => {
        const { status, body } = await post('/agentbench/tools', { tool, params, request_id: `request-${++requests}` }, session);
        if (status !== 200) {
            return failed(`status ${status}`);
        }
        return body.status === 'success' ? done(value(body.data as Fields)) : failed(String((body.error as Fields).error_type));
    };
    return (operation, session) => {
        switch (operation.kind) {
            case 'read':
                return call(session, 'read_file', { path: operation.path }, ({ content }) => content);
            case 'glob':
                return call(session, 'list_files', { root: operation.path, glob: operation.pattern }, ({ files }) =>
                    (files as string[]).map(file => `${operation.path}/${file}`).toSorted()
                );
            case 'find':
                return call(session, 'list_files', { glob: `**/${operation.name}` }, ({ files }) => files);
            case 'grep':
                return call(
                    session,
                    'search',
                    { query: operation.pattern, glob: `${operation.path}/**`, is_regex: operation.isRegex ?? false },
                    ({ matches }) => (matches as { file: string; line: number }[]).map(({ file, line }) => `${file}:${line}`).toSorted()
                );
            case 'write':
                return isPatchable(operation.path)
                    ? call(session, 'apply_patch', { unified_diff: creatingPatch(operation) }, () => true)
                    : undefined;
            case 'edit':
                return isPatchable(operation.path)
                    ? call(session, 'apply_patch', { unified_diff: editingPatch(operation) }, () => true)
                    : undefined;
            case 'run':
                return call(
                    session,
                    'run',
                    { command: `cd case && ${operation.command}` },
                    ({ exit_code: exitCode, stdout_path: file }) => [
                        readFileSync(join(artifacts, session, file as string), 'utf8'),
                        exitCode
                    ]
                );
            case 'list':
            case 'make':
            case 'describe':
                return undefined;
        }
    };
}

/** Whether a patch can name the path as it is. */
function isPatchable(path: string): boolean {
    return /^[\w.-][\w./-]*$/.test(path);
}

function creatingPatch({ path, content }: Extract<Operation, { kind: 'write' }>): string {
    return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${content}`;
}

/** A patch for the file that all edits are about: two lines, of which the first is changed. */
function editingPatch({ path, oldText, newText }: Extract<Operation, { kind: 'edit' }>): string {
    return `--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n-${oldText}\n+${newText}\n world\n`;
}

function mcpDoor(post: Post): Door {
    const call = mcpCaller(post);
    return (operation, session) => {
        switch (operation.kind) {
            case 'read':
                return call(session, 'read_file', { path: operation.path }, ({ text }) => text);
            case 'write':
                return call(session, 'write_file', { path: operation.path, content: operation.content }, () => true);
            case 'list':
                return call(session, 'list_directory', { path: operation.path }, ({ text }) => markedNames(text as string).toSorted());
            case 'glob':
                return call(session, 'search_files', { path: operation.path, pattern: operation.pattern }, ({ text }) =>
                    markedNames(text as string).toSorted()
                );
            case 'find':
                return call(session, 'search_files', { path: '.', pattern: `**/${operation.name}` }, ({ text }) =>
                    markedNames(text as string)
                );
            case 'make':
                return call(session, 'create_directory', { path: operation.path }, ({ created }) => created);
            case 'describe':
                return call(session, 'get_file_info', { path: operation.path }, ({ type }) => type);
            default:
                return undefined;
        }
    };
}

function commandDoor(post: Post): Door {
    const call = mcpCaller(post);
    return (operation, session) => {
        switch (operation.kind) {
            case 'read':
                return call(session, 'openspace_file_read', { path: operation.path }, ({ data }) => (data as Fields).content);
            case 'write':
                return call(session, 'openspace_file_write', { path: operation.path, content: operation.content }, () => true);
            case 'list':
                return call(session, 'openspace_file_list', { path: operation.path }, ({ data }) =>
                    ((data as Fields).files as { name: string; type: string }[])
                        .map(({ name, type }) => `${name}${type === 'directory' ? '/' : ''}`)
                        .toSorted()
                );
            case 'find':
                return call(session, 'openspace_file_search', { query: operation.name }, ({ data }) =>
                    ((data as Fields).results as string[]).toSorted()
                );
            default:
                return undefined;
        }
    };
}

function mcpCaller(post: Post) {
    return async (session: string, name: string, args: Fields, value: (result: Fields) => unknown): Promise<Answer> => {
        const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
        const { body } = await post('/mcp', request, session);
        const { isError, content, structuredContent } = (body.result ?? {}) as Fields;
        const [{ text }] = (content ?? [{}]) as [Fields];
        const facts = (structuredContent ?? {}) as Fields;
        // Commands of the IDE have a code beside the text.
        return isError === true ? failed(String(facts.code ?? text)) : done(value({ text, ...facts }));
    };
}

/** The names in a listing of `[FILE] a` and `[DIR] b`. */
function markedNames(text: string): string[] {
    return [...text.matchAll(/^\[(FILE|DIR)\] (.*)$/gm)].map(([, kind, name]) => `${name}${kind === 'DIR' ? '/' : ''}`);
}

function withoutNumbers(content: string): string {
    return content.replace(/^\d+: /gm, '');
}

function asRegex({ pattern, isRegex }: Extract<Operation, { kind: 'grep' }>): string {
    return isRegex ? pattern : pattern.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
