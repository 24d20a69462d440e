import { WindowService } from '@theia/core/lib/browser/window/window-service';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import { WorkspaceService } from '@theia/workspace/lib/browser';
import type { TabIdentity } from '../../common';
import { TabClaims } from './tab-claims';

const STORAGE_KEY = 'openspace.tabId';

/** Knows which tab this is: the same after a reload, another one in a duplicated tab. */
@injectable()
export class TabIdentityProvider {
    @inject(WorkspaceService) protected readonly workspaces: WorkspaceService;
    @inject(TabClaims) protected readonly claims: TabClaims;
    @inject(WindowService) protected readonly windows: WindowService;

    protected tabId?: Promise<string>;

    @postConstruct()
    protected init(): void {
        this.claims.onDidLose(() => {
            // What the backend keeps of this page stands under the id of another tab by now: loaded anew, it begins with one of its own.
            window.sessionStorage.removeItem(STORAGE_KEY);
            this.windows.reload();
        });
    }

    /** The tab's id and the workspace that it shows now. */
    async identity(): Promise<TabIdentity> {
        this.tabId ??= this.claimTabId();
        const [tabId, roots] = await Promise.all([this.tabId, this.workspaces.roots]);
        return { tabId, ...(roots[0] ? { workspaceUri: roots[0].resource.toString() } : {}) };
    }

    /** A duplicated tab starts with a copy of the session storage, but the lock of the id is taken by the first one. */
    protected async claimTabId(): Promise<string> {
        const stored = window.sessionStorage.getItem(STORAGE_KEY);
        if (stored && (await this.lock(stored))) {
            return stored;
        }
        const fresh = generateUuid();
        if (window.isSecureContext) {
            await this.lock(fresh);
        } else {
            this.claims.hold(fresh);
        }
        window.sessionStorage.setItem(STORAGE_KEY, fresh);
        return fresh;
    }

    /** Holds the id's lock until the page goes away; false when another tab has it. */
    protected lock(tabId: string): Promise<boolean> {
        if (!window.isSecureContext) {
            // Browsers offer locks on this machine's own address and over https only.
            return this.claims.claim(tabId);
        }
        return new Promise((resolve, reject) => {
            navigator.locks
                .request(`openspace-tab-${tabId}`, { ifAvailable: true }, lock => {
                    resolve(lock !== null);
                    return lock ? new Promise<never>(() => undefined) : undefined;
                })
                .catch(reject);
        });
    }
}
