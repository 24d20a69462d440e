import { ApplicationShell, CommonCommands, FrontendApplicationContribution } from '@theia/core/lib/browser';
import { CommandRegistry, nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';
import React from '@theia/core/shared/react';
import { createRoot } from '@theia/core/shared/react-dom/client';
import { SHOW_ACTIVITY } from '../activity/activity-view-contribution';
import { SHOW_REFERENCE } from '../reference/reference-contribution';
import { ThingsToTry, type ThingToTry } from './things-to-try';
import { WelcomePicture } from './welcome-pictures';

/** Stands in the main area while nothing is open there: three things to try, and where to look. It is no tab, so it is never in the way. */
@injectable()
export class WelcomePage implements FrontendApplicationContribution {
    @inject(ApplicationShell) protected readonly shell: ApplicationShell;
    @inject(CommandRegistry) protected readonly commands: CommandRegistry;
    @inject(ThingsToTry) protected readonly things: ThingsToTry;

    onStart(): void {
        const { mainPanel } = this.shell;
        const page = document.createElement('section');
        page.className = 'openspace-welcome-page';
        page.setAttribute('aria-label', nls.localize('openspace/welcome/page', 'Welcome'));
        mainPanel.node.append(page);
        const root = createRoot(page);
        const show = (): void => {
            page.hidden = !mainPanel.isEmpty;
            if (!page.hidden) {
                // What works in the folder may have changed since it was shown last.
                void this.things.find().then(things => root.render(this.render(things)));
            }
        };
        mainPanel.widgetAdded.connect(show);
        mainPanel.widgetRemoved.connect(show);
        show();
    }

    protected render(things: readonly ThingToTry[]): React.ReactNode {
        return (
            <div className="openspace-welcome-content">
                <h1>{nls.localize('openspace/welcome/pageTitle', 'You and the agent share this window')}</h1>
                <p>{nls.localize('openspace/welcome/pageText', 'Whatever you can do here, it can do too, and you see it happen. Try:')}</p>
                <div className="openspace-welcome-cards">
                    {things.map(({ message, what, picture }) => (
                        <button key={message} className="openspace-welcome-card" onClick={() => void this.things.ask(message)}>
                            <WelcomePicture of={picture} />
                            <strong>{message}</strong>
                            <span>{what}</span>
                        </button>
                    ))}
                </div>
                <p className="openspace-welcome-links">
                    {this.renderLink(SHOW_REFERENCE.id, nls.localize('openspace/welcome/reference', 'All commands'))}
                    {this.renderLink(SHOW_ACTIVITY.id, nls.localize('openspace/welcome/activity', 'What the agent did'))}
                    {this.renderLink(
                        CommonCommands.OPEN_PREFERENCES.id,
                        nls.localize('openspace/welcome/settings', 'Settings'),
                        'openspace.'
                    )}
                </p>
            </div>
        );
    }

    protected renderLink(commandId: string, label: string, ...args: string[]): React.ReactNode {
        return (
            <button className="openspace-welcome-link" onClick={() => void this.commands.executeCommand(commandId, ...args)}>
                {label}
            </button>
        );
    }
}
