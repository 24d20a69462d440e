import { injectable } from '@theia/core/shared/inversify';
import { TerminalFrontendContribution } from '@theia/terminal/lib/browser/terminal-frontend-contribution';

/** Theia's terminals, without the one that it would start behind the closed panel of every new window. */
@injectable()
export class AskedTerminals extends TerminalFrontendContribution {
    override initializeLayout(): Promise<void> {
        return Promise.resolve();
    }
}
