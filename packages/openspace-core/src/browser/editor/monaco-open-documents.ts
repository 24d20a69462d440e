import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { MonacoEditorModel } from '@theia/monaco/lib/browser/monaco-editor-model';
import { MonacoTextModelService } from '@theia/monaco/lib/browser/monaco-text-model-service';
import { MonacoWorkspace } from '@theia/monaco/lib/browser/monaco-workspace';
import * as monaco from '@theia/monaco-editor-core';
import type { OpenDocument, OpenDocuments } from '../file/open-documents';
import { smallestEdit } from './smallest-edit';

/** The open documents are Monaco's text models: those of editors, also behind others, and of comparisons. */
@injectable()
export class MonacoOpenDocuments implements OpenDocuments {
    @inject(MonacoTextModelService) protected readonly models: MonacoTextModelService;
    @inject(MonacoWorkspace) protected readonly workspace: MonacoWorkspace;

    protected readonly documents = new WeakMap<MonacoEditorModel, MonacoOpenDocument>();
    /** No other page has it, so that versions are told apart after a reload. */
    protected readonly page = generateUuid();

    async find(uri: string): Promise<OpenDocument | undefined> {
        const model = this.models.get(uri);
        if (!model) {
            return undefined;
        }
        if (!model.dirty) {
            await model.sync();
        }
        let document = this.documents.get(model);
        if (!document) {
            document = new MonacoOpenDocument(model, this.workspace, this.page);
            this.documents.set(model, document);
        }
        return document;
    }
}

class MonacoOpenDocument implements OpenDocument {
    /** For each reader the version of the text that was read. Undoing an edit brings the earlier version back. */
    protected readonly readVersions = new Map<string, number>();

    constructor(
        protected readonly model: MonacoEditorModel,
        protected readonly workspace: MonacoWorkspace,
        protected readonly page: string
    ) {}

    get version(): string {
        const { id } = this.model.textEditorModel;
        return `${this.page} ${id} ${this.model.textEditorModel.getVersionId()}`;
    }

    get text(): string {
        return this.model.getText();
    }

    get unsaved(): boolean {
        return this.model.dirty;
    }

    get readOnly(): boolean {
        return this.model.readOnly !== false;
    }

    noteRead(reader: string): void {
        this.readVersions.set(reader, this.model.textEditorModel.getAlternativeVersionId());
    }

    readState(reader: string): 'current' | 'outdated' | 'never' {
        const version = this.readVersions.get(reader);
        const isCurrent = version === this.model.textEditorModel.getAlternativeVersionId();
        return version === undefined ? 'never' : isCurrent ? 'current' : 'outdated';
    }

    replace(text: string): void {
        const { textEditorModel } = this.model;
        const wanted = text.replace(/^\uFEFF/, '').replace(/\r\n|\r|\n/g, textEditorModel.getEOL());
        const edit = smallestEdit(this.text, wanted);
        if (edit) {
            const start = textEditorModel.getPositionAt(edit.offset);
            const end = textEditorModel.getPositionAt(edit.offset + edit.length);
            void this.workspace.applyBackgroundEdit(
                this.model,
                [{ range: monaco.Range.fromPositions(start, end), text: edit.text }],
                false
            );
        }
    }

    async save(): Promise<boolean> {
        // Failures are only logged there; what counts is whether the text is saved afterwards.
        await this.model.save();
        return !this.model.dirty;
    }
}
