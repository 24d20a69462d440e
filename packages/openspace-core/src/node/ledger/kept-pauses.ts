import { DisposableCollection, ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import type { TabIdentity } from '../../common';
import { StateFile } from '../settings/state-file';
import { TabRegistry } from '../tab/tab-registry';
import { CommandLedger } from './command-ledger';

interface PauseFile {
    readonly tabs: readonly TabIdentity[];
    /** When the backend stopped in order, in `Date.now()`; undefined while it runs, and when it was killed. */
    readonly stoppedAt?: number;
}

const textSchema = { type: 'string', minLength: 1 };

const isPauseFile = new Ajv().compile<PauseFile>({
    type: 'object',
    properties: {
        tabs: {
            type: 'array',
            items: {
                type: 'object',
                properties: { tabId: textSchema, workspaceUri: textSchema },
                required: ['tabId'],
                additionalProperties: false
            }
        },
        stoppedAt: { type: 'number' }
    },
    required: ['tabs'],
    additionalProperties: false
});

/**
 * The tabs that the person has paused, kept for the next backend: this one may end while their pages cannot tell. Since a backend that
 * stopped in order they are away, and gone when that is long ago; nobody knows when one was killed.
 */
@injectable()
export class KeptPauses {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(ILogger) @named('openspace:KeptPauses') protected readonly logger: ILogger;

    /** What the file holds, as text. */
    protected kept: string;
    protected readonly toDispose = new DisposableCollection();

    /**
     * Waits for the tabs that were paused in the last backend on this port and holds their agents; from now on every pause is kept.
     * Called before the Hub learns anything of this backend.
     */
    start(port: number): void {
        const file = new StateFile(`paused-${port}.json`, isPauseFile);
        const { tabs, stoppedAt } = this.read(file);
        this.kept = JSON.stringify({ tabs, stoppedAt });
        const awayMs = stoppedAt === undefined ? 0 : Math.max(0, Date.now() - stoppedAt);
        tabs.forEach(tab => {
            this.tabs.expectBack(tab, awayMs);
            this.ledger.paused.set(tab.tabId, true);
        });
        const keep = (): void => this.keep(file);
        // It may show another folder by now.
        this.toDispose.pushAll([this.ledger.paused.onDidChange(keep), this.tabs.onDidChange(keep)]);
        this.toDispose.push({ dispose: () => this.keep(file, Date.now()) });
    }

    /** The backend stops in order: the tabs that are paused now have a moment to reach the next one. What ends later is not kept. */
    stop(): void {
        this.toDispose.dispose();
    }

    protected read(file: StateFile<PauseFile>): PauseFile {
        try {
            return file.read() ?? { tabs: [] };
        } catch (error) {
            this.logger.warn(`${file.path} does not tell which tabs are paused; it counts for none.`, error);
            return { tabs: [] };
        }
    }

    protected keep(file: StateFile<PauseFile>, stoppedAt?: number): void {
        const tabs = [...this.tabs.away(), ...this.tabs.all()]
            .filter(({ tabId }) => this.ledger.paused.has(tabId))
            .map(({ tabId, workspaceUri }) => ({ tabId, ...(workspaceUri === undefined ? {} : { workspaceUri }) }));
        const content = { tabs, ...(tabs.length > 0 && { stoppedAt }) };
        const text = JSON.stringify(content);
        if (text === this.kept) {
            return;
        }
        try {
            if (tabs.length > 0) {
                file.write(content);
            } else {
                file.remove();
            }
            this.kept = text;
        } catch (error) {
            this.logger.error(`Which tabs are paused could not be kept in ${file.path} for the next start of the IDE.`, error);
        }
    }
}
