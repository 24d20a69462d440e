import { FrontendApplicationContribution } from '@theia/core/lib/browser/frontend-application-contribution';
import type { interfaces } from '@theia/core/shared/inversify';
import { TerminalWidget } from '@theia/terminal/lib/browser/base/terminal-widget';
import { TerminalFrontendContribution } from '@theia/terminal/lib/browser/terminal-frontend-contribution';
import { AskedTerminals } from './asked-terminals';
import { ObservedTerminalWidget } from './observed-terminal-widget';
import { TerminalOpener } from './terminal-opener';
import { TerminalOwnership } from './terminal-ownership';
import { Terminals } from './terminals';

/** Every terminal of the window can be read, and none is there that nobody asked for. */
export function bindTerminals(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
    rebind(TerminalWidget).to(ObservedTerminalWidget).inTransientScope();
    rebind(TerminalFrontendContribution).to(AskedTerminals).inSingletonScope();
    bind(Terminals).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(Terminals);
    bind(TerminalOwnership).toSelf().inSingletonScope();
    bind(FrontendApplicationContribution).toService(TerminalOwnership);
    bind(TerminalOpener).toSelf().inSingletonScope();
}
