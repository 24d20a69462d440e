import { open, OpenerService } from '@theia/core/lib/browser';
import { DiffUris } from '@theia/core/lib/browser/diff-uris';
import { nls, URI } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { RevertConflict } from '../../common';
import { ResultDocuments } from '../command/result-documents';
import type { RevertedEditors } from '../file/reverted-editors';
import { AgentEditors } from './agent-editors';

@injectable()
export class RevertedEditorsImpl implements RevertedEditors {
    @inject(OpenerService) protected readonly openers: OpenerService;
    @inject(ResultDocuments) protected readonly results: ResultDocuments;
    @inject(AgentEditors) protected readonly editors: AgentEditors;

    async showConflict({ path, uri, wanted }: RevertConflict): Promise<void> {
        const name = new URI(uri).path.base;
        const left = this.results.hold(name, wanted);
        const label = nls.localize('openspace/undo/conflict', '{0} (without your changes ↔ now)', path);
        await open(this.openers, DiffUris.encode(left, new URI(uri), label), { mode: 'activate' });
    }

    async close(uri: string): Promise<void> {
        await this.editors.close({ uri, path: uri }, { by: 'person' });
    }
}
