import { LIMITS, type CommandDefinition } from '@openspace/protocol';
import { Emitter } from '@theia/core/lib/common';
import { FileUri } from '@theia/core/lib/common/file-uri';
import { injectable } from '@theia/core/shared/inversify';
import type { SyncClient, TabIdentity } from '../../common';

/** A tab that is connected now. */
export interface ConnectedTab extends TabIdentity {
    readonly client: SyncClient;
}

/** Knows which browser tabs are connected, and what each of them can do. */
@injectable()
export class TabRegistry {
    protected readonly tabs = new Map<string, ConnectedTab>();
    protected readonly commands = new WeakMap<ConnectedTab, ReadonlyMap<string, CommandDefinition>>();
    protected readonly onDidChangeEmitter = new Emitter<string>();
    /** A tab came or went; carries its id. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    protected readonly onDidActivateEmitter = new Emitter<string>();
    /** Another tab is now the one active last; carries its id. */
    readonly onDidActivate = this.onDidActivateEmitter.event;

    /** How long a tab may stay away, as it does in a reload, before it is gone. */
    protected goneAfterMs: number = LIMITS.tabGoneMs;
    protected readonly absences = new Map<string, { readonly tab: TabIdentity; readonly end: NodeJS.Timeout }>();
    protected readonly onDidGoEmitter = new Emitter<string>();
    /** A tab has been away for so long that it will not come back; carries its id. */
    readonly onDidGo = this.onDidGoEmitter.event;

    /** The tab with this id, if it is connected now. */
    get(tabId: string): ConnectedTab | undefined {
        return this.tabs.get(tabId);
    }

    /** A newer connection of the same tab takes the place of the older one. */
    connect(tab: ConnectedTab): void {
        this.tabs.delete(tab.tabId);
        this.tabs.set(tab.tabId, tab);
        clearTimeout(this.absences.get(tab.tabId)?.end);
        this.absences.delete(tab.tabId);
        this.onDidChangeEmitter.fire(tab.tabId);
    }

    /** A tab has gone away, so long ago. Does nothing when it has connected anew meanwhile. */
    disconnect(tab: ConnectedTab, awayMs = 0): void {
        if (this.tabs.get(tab.tabId) === tab) {
            this.tabs.delete(tab.tabId);
            this.expectBack(tab, awayMs);
            this.onDidChangeEmitter.fire(tab.tabId);
        }
    }

    /** A tab that is not connected may come back, as may one that was there before the backend started; it has been away for so long. */
    expectBack(tab: TabIdentity, awayMs = 0): void {
        if (this.isGone(tab.tabId)) {
            const end = setTimeout(() => this.forget(tab.tabId), Math.max(0, this.goneAfterMs - awayMs)).unref();
            this.absences.set(tab.tabId, { tab, end });
        }
    }

    /** Whether a tab will not come back. One that nothing is known of was there before the backend started. */
    isGone(tabId: string): boolean {
        return !this.tabs.has(tabId) && !this.absences.has(tabId);
    }

    protected forget(tabId: string): void {
        this.absences.delete(tabId);
        this.onDidGoEmitter.fire(tabId);
    }

    /** The person does something in this tab: it is now the one active last. */
    markActive(tabId: string): void {
        const tab = this.tabs.get(tabId);
        if (tab && this.all().at(-1) !== tab) {
            this.tabs.delete(tabId);
            this.tabs.set(tabId, tab);
            this.onDidActivateEmitter.fire(tabId);
        }
    }

    /** Every tab that is connected now, the one active last at the end. */
    all(): ConnectedTab[] {
        return [...this.tabs.values()];
    }

    /** Every tab that is away now, as in a reload, and may come back. */
    away(): TabIdentity[] {
        return [...this.absences.values()].map(({ tab }) => tab);
    }

    /** The tabs that show this folder now, the one active last at the end. */
    allIn(folder: string): ConnectedTab[] {
        return this.all().filter(({ workspaceUri }) => workspaceUri !== undefined && FileUri.fsPath(workspaceUri) === folder);
    }

    /** Makes these the commands of a tab. */
    setCommands(tabId: string, commands: readonly CommandDefinition[]): void {
        const tab = this.tabs.get(tabId);
        if (tab) {
            this.commands.set(tab, new Map(commands.map(command => [command.id, command])));
        }
    }

    /** What is known of a command of this tab. */
    commandOf(tab: ConnectedTab, commandId: string): CommandDefinition | undefined {
        return this.commands.get(tab)?.get(commandId);
    }
}
