import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import Ajv from 'ajv';
import type { TabIdentity } from '../../common';
import { StateFile } from '../settings/state-file';
import { TabRegistry } from '../tab/tab-registry';
import { CommandLedger } from './command-ledger';

interface PauseFile {
    readonly tabs: readonly TabIdentity[];
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
        }
    },
    required: ['tabs'],
    additionalProperties: false
});

/** The tabs that the person has paused, kept for the next backend: this one may be killed while their pages cannot tell. */
@injectable()
export class KeptPauses {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(CommandLedger) protected readonly ledger: CommandLedger;
    @inject(ILogger) @named('openspace:KeptPauses') protected readonly logger: ILogger;

    /** What the file holds, as text. */
    protected kept: string;

    /**
     * Waits for the tabs that were paused in the last backend on this port and holds their agents; from now on every pause is kept.
     * Called before the Hub learns anything of this backend.
     */
    start(port: number): void {
        const file = new StateFile(`paused-${port}.json`, isPauseFile);
        const tabs = this.read(file);
        this.kept = JSON.stringify(tabs);
        tabs.forEach(tab => {
            this.tabs.expectBack(tab);
            this.ledger.paused.set(tab.tabId, true);
        });
        const keep = (): void => this.keep(file);
        this.ledger.paused.onDidChange(keep);
        // It may show another folder by now.
        this.tabs.onDidChange(keep);
    }

    protected read(file: StateFile<PauseFile>): readonly TabIdentity[] {
        try {
            return file.read()?.tabs ?? [];
        } catch (error) {
            this.logger.warn(`${file.path} does not tell which tabs are paused; it counts for none.`, error);
            return [];
        }
    }

    protected keep(file: StateFile<PauseFile>): void {
        const tabs = [...this.tabs.away(), ...this.tabs.all()]
            .filter(({ tabId }) => this.ledger.paused.has(tabId))
            .map(({ tabId, workspaceUri }) => ({ tabId, ...(workspaceUri === undefined ? {} : { workspaceUri }) }));
        const text = JSON.stringify(tabs);
        if (text === this.kept) {
            return;
        }
        try {
            if (tabs.length > 0) {
                file.write({ tabs });
            } else {
                file.remove();
            }
            this.kept = text;
        } catch (error) {
            this.logger.error(`Which tabs are paused could not be kept in ${file.path} for the next start of the IDE.`, error);
        }
    }
}
