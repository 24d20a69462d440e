import { ILogger } from '@theia/core/lib/common';
import { inject, injectable, named } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { TabDocuments } from '../tab/tab-documents';
import { TabRegistry } from '../tab/tab-registry';

/** Nobody reads for a session here. */
const NO_SESSION = '';

/** A file of a workspace, as a window asks after it. */
export interface AskedFile {
    /** The window that asks. */
    readonly tabId: string;
    /** The folder of the workspace. */
    readonly workspace: string;
    readonly path: string;
    readonly uri: string;
}

/** Knows whether a file has text that is not saved in other windows: what an agent changed there, the disk may never have had. */
@injectable()
export class UnsavedElsewhere {
    @inject(TabRegistry) protected readonly tabs: TabRegistry;
    @inject(TabDocuments) protected readonly documents: TabDocuments;
    @inject(ILogger) @named('openspace:UnsavedElsewhere') protected readonly logger: ILogger;

    /** @throws CommandError, for the person, where another window has unsaved text of the file or does not say whether it has */
    async refuse({ tabId, workspace, path, uri }: AskedFile): Promise<void> {
        const others = this.tabs.allIn(workspace).filter(tab => tab.tabId !== tabId);
        const isUnsaved = await Promise.all(others.map(other => this.isUnsaved(other.tabId, path, uri)));
        if (isUnsaved.includes(true)) {
            throw new CommandError(
                'unsaved-changes',
                `${path} is open in another window with unsaved text, so it stays. Undo it there, or save or discard that text first.`
            );
        }
    }

    protected async isUnsaved(tabId: string, path: string, uri: string): Promise<boolean> {
        try {
            return (await this.documents.find(tabId, uri, NO_SESSION))?.unsaved ?? false;
        } catch (error) {
            this.logger.warn('A window of the IDE does not say whether a file is open', error);
            throw new CommandError(
                'in-use',
                `Another window does not say whether it has unsaved text of ${path}, so it stays. Close or reload that window first.`
            );
        }
    }
}
