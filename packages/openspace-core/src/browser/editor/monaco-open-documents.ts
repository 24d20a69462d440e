import URI from '@theia/core/lib/common/uri';
import { generateUuid } from '@theia/core/lib/common/uuid';
import { inject, injectable } from '@theia/core/shared/inversify';
import type { MonacoEditorModel } from '@theia/monaco/lib/browser/monaco-editor-model';
import { MonacoTextModelService } from '@theia/monaco/lib/browser/monaco-text-model-service';
import { MonacoWorkspace } from '@theia/monaco/lib/browser/monaco-workspace';
import * as monaco from '@theia/monaco-editor-core';
import { CommandError, type DocumentFile } from '../../common';
import type { OpenDocument, OpenDocuments } from '../file/open-documents';
import { WorkspaceFiles } from '../workspace/workspace-files';
import { followFile } from './follow-file';
import { smallestEdit } from './smallest-edit';

/** A file may change between the look of the editor and that of the guard, but not for ever. */
const MOST_ATTEMPTS = 3;

/** The open documents are Monaco's text models: those of editors, also behind others, and of comparisons. */
@injectable()
export class MonacoOpenDocuments implements OpenDocuments {
    @inject(MonacoTextModelService) protected readonly models: MonacoTextModelService;
    @inject(MonacoWorkspace) protected readonly workspace: MonacoWorkspace;
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;

    protected readonly documents = new WeakMap<MonacoEditorModel, MonacoOpenDocument>();
    /** No other page has it, so that versions are told apart after a reload. */
    protected readonly page = generateUuid();

    async find(uri: string): Promise<OpenDocument | undefined> {
        const model = this.models.get(uri);
        if (!model) {
            return undefined;
        }
        let document = this.documents.get(model);
        if (!document) {
            document = new MonacoOpenDocument(model, this.workspace, this.files, this.page);
            this.documents.set(model, document);
        }
        await document.agreeWithFile();
        return document;
    }
}

class MonacoOpenDocument implements OpenDocument {
    /** For each reader the version of the text that was read. Undoing an edit brings the earlier version back. */
    protected readonly readVersions = new Map<string, number>();
    /** The file, as the guard found it last. */
    protected file: DocumentFile = { state: 'gone' };
    /** The version of the text that the guard found in the file, too. */
    protected agreedVersion?: number;

    constructor(
        protected readonly model: MonacoEditorModel,
        protected readonly workspace: MonacoWorkspace,
        protected readonly files: WorkspaceFiles,
        protected readonly page: string
    ) {}

    /** Sees to it that a text which is not unsaved is that of the file. Throws where it is not. */
    async agreeWithFile(): Promise<void> {
        for (let attempt = 1; attempt <= MOST_ATTEMPTS && !this.model.dirty; attempt++) {
            await this.model.sync();
            const version = this.alternativeVersion;
            this.file = await this.files.compareDocument(this.path, this.text);
            if (version === this.alternativeVersion && this.isAgreed(version)) {
                this.agreedVersion = version;
                return;
            }
        }
        if (!this.model.dirty) {
            throw new CommandError(
                'changed',
                `The editor of "${this.name}" does not show what its file holds now.`,
                'Try again, or ask the person to save or close it.'
            );
        }
    }

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
        this.readVersions.set(reader, this.alternativeVersion);
    }

    readState(reader: string): 'current' | 'outdated' | 'never' {
        const version = this.readVersions.get(reader);
        return version === undefined ? 'never' : version === this.alternativeVersion ? 'current' : 'outdated';
    }

    replace(text: string): void {
        const { textEditorModel } = this.model;
        const edit = smallestEdit(this.text, this.inOwnLineEnds(text));
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

    async replaceSaved(text: string): Promise<string> {
        const wanted = this.inOwnLineEnds(text);
        if (this.file.state !== 'gone' && wanted === this.text) {
            return wanted;
        }
        // By name the editor would save through a link that stands there by now.
        await this.files.saveDocument(this.path, wanted, this.file);
        await followFile(this.model, wanted);
        return wanted;
    }

    protected get path(): string {
        return new URI(this.model.uri).path.fsPath();
    }

    protected get name(): string {
        return new URI(this.model.uri).path.base;
    }

    protected get alternativeVersion(): number {
        return this.model.textEditorModel.getAlternativeVersionId();
    }

    /** A file that is gone cannot be asked any more: its text counts if it was found in the file before. */
    protected isAgreed(version: number): boolean {
        const { state } = this.file;
        return state === 'same' || state === 'hidden' || (state === 'gone' && this.agreedVersion === version);
    }

    protected inOwnLineEnds(text: string): string {
        return text.replace(/^\uFEFF/, '').replace(/\r\n|\r|\n/g, this.model.textEditorModel.getEOL());
    }
}
