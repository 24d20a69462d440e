import type { Page } from '@playwright/test';
import { isDeepStrictEqual } from 'node:util';

/** What benchmarks and counting tests call inside the page: the services that the application itself uses. */
interface PageServices {
    commands: {
        executeCommand(id: string, ...args: unknown[]): Promise<unknown>;
        clearCommandHistory(): void;
        registerCommand(command: object, handler: object): { dispose(): void };
        registerHandler(id: string, handler: object): { dispose(): void };
        onWillExecuteCommand(listener: (event: { commandId: string }) => void): void;
    };
    editors: { open(uri: unknown, options: object): Promise<{ id: string; close(): void; node: HTMLElement }> };
    shell: {
        closeWidget(id: string, options?: object): Promise<unknown>;
        closeTabs(area: string): Promise<void>;
        readonly widgets: readonly object[];
    };
    sync: { onCommandFinished(callId: string, execution: object): void; hello(identity: unknown): Promise<void> };
    tab: { identity(): Promise<unknown> };
    sessions: { end(sessionId: string): void };
    activity: { onActivity(entries: readonly object[]): void };
    texts: { models: { textEditorModel: { getAllDecorations(): { options: { className?: string | null } }[] } }[] };
    highlighter: { book: { readonly all: readonly object[] }; remove(highlight: object): void };
    terminals: { all(): readonly object[]; readonly ended: object[] };
    /** When the person last typed and clicked into a text, for each area of the window. */
    typing: Record<'typedAt' | 'clickedAt', Map<string, number>> & { typedAnywhereAt: number };
    fileSearch: { find(query: string, options: object): Promise<string[]> };
    /** The URI of a file of the workspace, as the application makes it. */
    uri: (path: string) => { toString(): string };
}

declare global {
    interface Window {
        openspaceServices: PageServices;
    }
}

/** Makes the application's services reachable in the page as `openspaceServices`. */
export async function exposeServices(page: Page): Promise<void> {
    await page.evaluate(() => {
        interface Container {
            get(id: unknown): unknown;
            _bindingDictionary: { _map: Map<unknown, unknown> };
        }
        const { container } = (window as Window & { theia?: { container: Container } }).theia ?? {};
        const service = (name: string): unknown => {
            const id = [...(container?._bindingDictionary._map.keys() ?? [])].find(
                key => (typeof key === 'function' && key.name === name) || (typeof key === 'symbol' && key.description === name)
            );
            return container?.get(id);
        };
        const workspace = service('WorkspaceService') as { tryGetRoots(): { resource: { resolve(path: string): object } }[] };
        window.openspaceServices = {
            commands: service('CommandRegistry'),
            editors: service('EditorManager'),
            shell: service('ApplicationShell'),
            sync: service('SyncServer'),
            tab: service('TabIdentityProvider'),
            sessions: service('AgentSessions'),
            activity: service('ActivityService'),
            texts: service('MonacoTextModelService'),
            highlighter: service('EditorHighlighter'),
            terminals: service('Terminals'),
            typing: service('TypingWatch'),
            fileSearch: service('FileSearchService'),
            uri: (path: string) => workspace.tryGetRoots()[0]?.resource.resolve(path)
        } as PageServices;
    });
}

/** What would grow if something stayed behind. What nobody needs any longer does not count. */
export interface HeldByPage {
    readonly listeners: number;
    /** Widgets that the shell knows. */
    readonly widgets: number;
    readonly widgetsInDocument: number;
    /** Highlights in all texts that are open. */
    readonly highlights: number;
}

/** So many counts in a row that are the same tell that the page loads nothing and clears nothing away any more. */
const SETTLED_COUNTS = 5;

/** What the page holds as soon as that no longer changes by itself. The services have to be exposed. */
export async function heldByPage(page: Page): Promise<HeldByPage> {
    let counted = await count(page);
    for (let same = 1; same < SETTLED_COUNTS;) {
        const again = await count(page);
        same = isDeepStrictEqual(again, counted) ? same + 1 : 1;
        counted = again;
    }
    return counted;
}

/** Of what the page holds more than before, and how much: `{}` when nothing stayed behind. */
export async function grownSince(page: Page, before: HeldByPage): Promise<Partial<HeldByPage>> {
    const now = await count(page);
    const names = Object.keys(now) as (keyof HeldByPage)[];
    return Object.fromEntries(names.filter(name => now[name] > before[name]).map(name => [name, now[name] - before[name]]));
}

async function count(page: Page): Promise<HeldByPage> {
    const counted = await page.evaluate(() => {
        const { shell, texts } = window.openspaceServices;
        const decorations = texts.models.flatMap(({ textEditorModel }) => textEditorModel.getAllDecorations());
        return {
            widgets: shell.widgets.length,
            widgetsInDocument: document.querySelectorAll('.lm-Widget').length,
            highlights: decorations.filter(({ options }) => options.className?.includes('openspace-highlight')).length
        };
    });
    return { ...counted, listeners: await countListeners(page) };
}

/** Event listeners of the whole page, those of things that are gone not counted. */
async function countListeners(page: Page): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    await session.detach();
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN;
}
