import { StorageService } from '@theia/core/lib/browser';
import { inject, injectable } from '@theia/core/shared/inversify';
import { faultOfValue } from '../command/argument-check';
import { TabIdentityProvider } from '../tab/tab-identity-provider';

/** Beside Theia's layout, which brings the widgets back under their ids, and written with it: one never tells of another window. */
const STORAGE_KEY = 'openspace.agent-widgets';

/** What is known of a widget that the agent opened. */
export interface AgentWidget {
    readonly sessionId: string;
    /** The person clicked or typed in it, so it is theirs now. */
    used: boolean;
}

/** The agent's widgets in a window that was closed or loaded anew. */
interface KeptWidgets {
    /** The tab that the window had. */
    readonly tabId: string;
    /** By the ids of the widgets. */
    readonly widgets: Readonly<Record<string, AgentWidget>>;
}

const KEPT_SCHEMA = {
    type: 'object',
    properties: {
        tabId: { type: 'string' },
        widgets: {
            type: 'object',
            additionalProperties: {
                type: 'object',
                properties: { sessionId: { type: 'string' }, used: { type: 'boolean' } },
                required: ['sessionId', 'used']
            }
        }
    },
    required: ['tabId', 'widgets']
};

/** Keeps what is known of the agent's widgets until the next window brings the layout back. */
@injectable()
export class AgentWidgetStorage {
    @inject(StorageService) protected readonly storage: StorageService;
    @inject(TabIdentityProvider) protected readonly tab: TabIdentityProvider;

    protected tabId?: string;

    /** What was kept with the layout that comes back now; undefined when nothing was, or something else wrote there. */
    async read(): Promise<KeptWidgets | undefined> {
        const [kept, { tabId }] = await Promise.all([this.storage.getData<unknown>(STORAGE_KEY), this.tab.identity()]);
        this.tabId = tabId;
        return isKept(kept) ? kept : undefined;
    }

    /** Keeps these for the next window. Nothing is waited for: the page is about to go. */
    keep(widgets: ReadonlyMap<string, AgentWidget>): void {
        if (this.tabId !== undefined) {
            const kept: KeptWidgets = { tabId: this.tabId, widgets: Object.fromEntries(widgets) };
            void this.storage.setData(STORAGE_KEY, kept);
        }
    }
}

function isKept(value: unknown): value is KeptWidgets {
    return faultOfValue(KEPT_SCHEMA, value) === undefined;
}
