import { PreferenceService } from '@theia/core/lib/common/preferences';
import { Emitter } from '@theia/core/lib/common';
import { inject, injectable, postConstruct } from '@theia/core/shared/inversify';
import type { OpenSpaceConfiguration } from '../../common';

/**
 * The person's settings as the backend reads them from the person's own file: what a page says, or a workspace brings, does not
 * count. Whatever decides what an agent may do takes its settings from here.
 */
@injectable()
export class UserSettings {
    @inject(PreferenceService) protected readonly preferences: PreferenceService;

    protected readonly onDidChangeEmitter = new Emitter<string>();
    /** A setting has another value; carries its name. */
    readonly onDidChange = this.onDidChangeEmitter.event;

    /** Resolves when the file was read. Until then every setting has its default. */
    get ready(): Promise<void> {
        return this.preferences.ready;
    }

    /** The value that the person chose, or the default. */
    get<K extends keyof OpenSpaceConfiguration>(name: K): OpenSpaceConfiguration[K] | undefined {
        return this.preferences.get<OpenSpaceConfiguration[K]>(name);
    }

    @postConstruct()
    protected init(): void {
        void this.ready.then(() => {
            this.preferences.onPreferenceChanged(({ preferenceName }) => void this.onDidChangeEmitter.fire(preferenceName));
        });
    }
}
