import { inject, injectable } from '@theia/core/shared/inversify';
import { CommandError } from '../../common';
import { matchingChoices } from '../command/matching-choices';
import type { ArgumentChoice } from '../command/openspace-command';
import { WorkspaceFiles } from './workspace-files';

/** What a person at the palette may choose for an argument that is a path. */
@injectable()
export class PathChoices {
    @inject(WorkspaceFiles) protected readonly workspace: WorkspaceFiles;

    /** The files whose names fit best. */
    files(typed: string): Promise<ArgumentChoice[]> {
        return orNone(async () => (await this.workspace.searchFiles({ query: typed })).results.map(toChoice));
    }

    /** Likewise, but first of all the file that was typed, which need not exist: nobody should write another one by mistake. */
    async filesToWrite(typed: string): Promise<ArgumentChoice[]> {
        const found = await this.files(typed);
        return [...(typed === '' ? [] : [toChoice(typed)]), ...found.filter(({ value }) => value !== typed)];
    }

    /** The folder that was typed as far as its last slash, and the folders in it. */
    folders(typed: string): Promise<ArgumentChoice[]> {
        return orNone(async () => {
            const parent = typed.slice(0, typed.lastIndexOf('/') + 1);
            const { files } = await this.workspace.listFiles(parent === '' ? '.' : parent);
            const folders = files.filter(({ type }) => type === 'directory').map(({ name }) => toChoice(`${parent}${name}`));
            return matchingChoices([toChoice(parent === '' ? '.' : parent), ...folders], typed);
        });
    }
}

function toChoice(path: string): ArgumentChoice {
    return { value: path, label: path };
}

/** A place that may not be looked at has nothing to offer; what is wrong with it is said when the command runs. */
async function orNone(find: () => Promise<ArgumentChoice[]>): Promise<ArgumentChoice[]> {
    try {
        return await find();
    } catch (error) {
        if (error instanceof CommandError) {
            return [];
        }
        throw error;
    }
}
