import type { Page } from '@playwright/test';

/** What the frontend's container offers; its services are found by the names of their classes. */
interface TheiaWindow extends Window {
    theia: { container: { _bindingDictionary: { _map: Map<unknown, unknown> }; get(key: unknown): unknown } };
}

/** Reaches into the frontend for what no person sees and a test must count. */
export class FrontendServices {
    constructor(private readonly page: Page) {}

    /** Highlights a line and clears it again, so many times, as a session of the agent. */
    async highlightAndClear(path: string, rounds: number): Promise<void> {
        await this.page.evaluate(
            async ([file, count]) => {
                const { container } = (window as Window as TheiaWindow).theia;
                const key = [...container._bindingDictionary._map.keys()].find(
                    each => typeof each === 'function' && each.name === 'CommandRegistry'
                );
                const commands = container.get(key) as { executeCommand(id: string, args: object, origin: object): Promise<unknown> };
                const origin = { by: 'agent', sessionId: 'counted' };
                for (let round = 0; round < count; round++) {
                    const ranges = [{ startLine: 1, endLine: 2 }];
                    await commands.executeCommand(
                        'openspace.editor.highlight',
                        { path: file, ranges, highlightId: `h${round}`, color: '#abcdef' },
                        origin
                    );
                    await commands.executeCommand('openspace.editor.clear_highlight', { highlightId: `h${round}` }, origin);
                }
            },
            [path, rounds] as const
        );
    }

    /** Tells the frontend that a session of the agent is over. */
    async endSession(sessionId: string): Promise<void> {
        await this.page.evaluate(id => {
            const { container } = (window as Window as TheiaWindow).theia;
            const key = [...container._bindingDictionary._map.keys()].find(
                each => typeof each === 'function' && each.name === 'AgentSessions'
            );
            (container.get(key) as { end(sessionId: string): void }).end(id);
        }, sessionId);
    }

    /** Decorations on all texts that are open. */
    decorations(): Promise<number> {
        return this.page.evaluate(() => {
            const { container } = (window as Window as TheiaWindow).theia;
            const key = [...container._bindingDictionary._map.keys()].find(
                each => typeof each === 'function' && each.name === 'MonacoTextModelService'
            );
            const { models } = container.get(key) as { models: { textEditorModel: { getAllDecorations(): unknown[] } }[] };
            return models.reduce((sum, { textEditorModel }) => sum + textEditorModel.getAllDecorations().length, 0);
        });
    }

    /** Event listeners of the whole page, those of things that are gone not counted. */
    async listeners(): Promise<number> {
        const session = await this.page.context().newCDPSession(this.page);
        await session.send('Performance.enable');
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        await session.detach();
        return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? Number.NaN;
    }
}
