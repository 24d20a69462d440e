import { EnvironmentUtils } from '@theia/core/lib/node/environment-utils';
import { Container, type interfaces } from '@theia/core/shared/inversify';
import { ShellProcessFactory, ShellProcessOptions } from '@theia/terminal/lib/node/shell-process';
import { AgentTerminals } from './agent-terminals';
import { ObservedShellProcess } from './observed-shell-process';
import { integrateShell } from './shell-integration';
import { defaultShell } from './shells';
import { TerminalEnvironment } from './terminal-environment';
import { TerminalGate } from './terminal-gate';

/** Terminals of every kind run our shells: with marks, without our secrets, and never faster than the page can follow. */
export function bindTerminals(bind: interfaces.Bind, rebind: interfaces.Rebind): void {
    bind(TerminalGate).toSelf().inSingletonScope();
    bind(AgentTerminals).toSelf().inSingletonScope();
    rebind(EnvironmentUtils).to(TerminalEnvironment).inSingletonScope();
    bind(ObservedShellProcess).toSelf().inTransientScope();
    rebind(ShellProcessFactory).toFactory(({ container }) => (wanted: ShellProcessOptions): ObservedShellProcess => {
        const shell = wanted.shell ?? defaultShell(process.env);
        const { options, markSecret } = integrateShell({ ...wanted, ...(shell === undefined ? {} : { shell }) });
        const child = new Container({ defaultScope: 'Singleton' });
        child.parent = container;
        child.bind(ShellProcessOptions).toConstantValue(options);
        const shellProcess = child.get(ObservedShellProcess);
        if (markSecret !== undefined) {
            shellProcess.markSecret = markSecret;
        }
        shellProcess.observe();
        return shellProcess;
    });
}
