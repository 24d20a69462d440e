import { makePrivateDirectory, stateDirectory } from '@openspace/workspace-tools';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** JSON that outlives the IDE. It lies in the state directory, which no tool reaches, closed to other users and never half written. */
export class StateFile<Content> {
    constructor(
        protected readonly name: string,
        protected readonly isContent: (content: unknown) => content is Content
    ) {}

    /** Where the file lies, for those who tell a person about it. */
    get path(): string {
        return join(stateDirectory(), this.name);
    }

    /**
     * What the file holds; undefined when there is none.
     * @throws when it cannot be read, or holds something else
     */
    read(): Content | undefined {
        let text: string;
        try {
            text = readFileSync(this.path, 'utf8');
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
                return undefined;
            }
            throw error;
        }
        const content: unknown = JSON.parse(text);
        if (!this.isContent(content)) {
            throw new Error(`${this.path} holds something else than it should.`);
        }
        return content;
    }

    /** @throws when it cannot be written; then the file is what it was */
    write(content: Content): void {
        const draft = `${this.path}.${randomBytes(8).toString('hex')}`;
        try {
            makePrivateDirectory(stateDirectory());
            writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
            renameSync(draft, this.path);
        } catch (error) {
            rmSync(draft, { force: true });
            throw error;
        }
    }

    /** @throws when there is one that cannot be removed */
    remove(): void {
        rmSync(this.path, { force: true });
    }
}
