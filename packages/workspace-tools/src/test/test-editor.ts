import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenDocument, OpenDocuments } from '../open-documents';
import { WorkspaceError } from '../workspace-error';

/** An editor that has files of a workspace open: what a person types there is not saved. */
export class TestEditor implements OpenDocuments {
    private readonly open = new Map<string, { text: string; mark: string; unsaved: boolean; readState: OpenDocument['readState'] }>();
    /** Called when somebody asks for a file, before the answer is made. */
    onFind: (path: string, count: number) => void = () => undefined;
    private finds = 0;

    constructor(private readonly root: string) {}

    show(path: string): void {
        const [, mark = '', text = ''] = /^(\ufeff?)(.*)$/s.exec(readFileSync(join(this.root, path), 'utf8')) ?? [];
        this.open.set(path, { text, mark, unsaved: false, readState: 'never' });
    }

    type(path: string, text: string, readState: OpenDocument['readState'] = 'never'): void {
        this.open.set(path, { text, mark: '', unsaved: true, readState });
    }

    textOf(path: string): string | undefined {
        return this.open.get(path)?.text;
    }

    find(path: string): Promise<OpenDocument | undefined> {
        this.onFind(path, ++this.finds);
        return Promise.resolve(this.open.has(path) ? this.describe(path) : undefined);
    }

    private describe(path: string): OpenDocument {
        const seen = this.open.get(path) ?? { text: '', mark: '', unsaved: false, readState: 'never' as const };
        return {
            ...seen,
            replace: text => {
                if (this.open.get(path) !== seen) {
                    throw new WorkspaceError('changed', `"${path}" was changed in its editor meanwhile.`, { path });
                }
                this.open.set(path, { ...seen, text });
                if (!seen.unsaved) {
                    writeFileSync(join(this.root, path), seen.mark + text);
                }
                return Promise.resolve(this.describe(path));
            }
        };
    }
}
