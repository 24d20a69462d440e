import { WorkspaceFiles } from '@openspace/core/lib/browser/workspace/workspace-files';
import { CommandError } from '@openspace/core/lib/common';
import { ChatService } from '@theia/ai-chat/lib/common';
import { nls } from '@theia/core/lib/common';
import { inject, injectable } from '@theia/core/shared/inversify';

/** Something to ask the agent for; the guide that serves people without a model understands it too. */
export interface ThingToTry {
    readonly message: string;
    readonly what: string;
    readonly picture: 'tour' | 'point' | 'run';
}

/** A thing that works where a file has the text, and one that works everywhere. */
interface Offer {
    readonly needs: { readonly path: string; readonly text: RegExp };
    readonly thing: ThingToTry;
    readonly otherwise: ThingToTry;
}

const OFFERS: readonly Offer[] = [
    {
        needs: { path: 'README.md', text: /\S/ },
        thing: {
            message: nls.localize('openspace/welcome/tour', 'Take me on a tour'),
            what: nls.localize('openspace/welcome/tourWhat', 'The agent shows you around, and opens what it talks about.'),
            picture: 'tour'
        },
        otherwise: {
            message: nls.localize('openspace/welcome/list', 'List the files'),
            what: nls.localize('openspace/welcome/listWhat', 'The agent looks into the folder and tells what is there.'),
            picture: 'tour'
        }
    },
    {
        needs: { path: 'README.md', text: /^(?:.*\n){7}/ },
        thing: {
            message: nls.localize('openspace/welcome/point', 'Highlight lines 1 to 8 of README.md'),
            what: nls.localize('openspace/welcome/pointWhat', 'It points at what it talks about. Escape takes the marks away.'),
            picture: 'point'
        },
        otherwise: {
            message: nls.localize('openspace/welcome/commands', 'What commands are there?'),
            what: nls.localize('openspace/welcome/commandsWhat', 'It tells what it can do in this window.'),
            picture: 'point'
        }
    },
    {
        needs: { path: 'package.json', text: /"test"\s*:/ },
        thing: {
            message: nls.localize('openspace/welcome/run', 'Run npm test'),
            what: nls.localize('openspace/welcome/runWhat', 'It types into a terminal that you see, and reads what comes out.'),
            picture: 'run'
        },
        otherwise: {
            message: nls.localize('openspace/welcome/runList', 'Run ls'),
            what: nls.localize('openspace/welcome/runWhat', 'It types into a terminal that you see, and reads what comes out.'),
            picture: 'run'
        }
    }
];

/** What a newcomer may ask for first, by one click. */
@injectable()
export class ThingsToTry {
    @inject(ChatService) protected readonly chats: ChatService;
    @inject(WorkspaceFiles) protected readonly files: WorkspaceFiles;

    /** Three things that work in this folder. */
    async find(): Promise<ThingToTry[]> {
        return Promise.all(OFFERS.map(async ({ needs, thing, otherwise }) => ((await this.has(needs)) ? thing : otherwise)));
    }

    /** Sends a message in the chat that is open, or in a new one. */
    async ask(message: string): Promise<void> {
        const session = this.chats.getActiveSession() ?? this.chats.createSession();
        await this.chats.sendRequest(session.id, { text: message });
    }

    protected async has({ path, text }: Offer['needs']): Promise<boolean> {
        try {
            return text.test((await this.files.readFile(path)).content);
        } catch (error) {
            if (error instanceof CommandError) {
                return false; // there is no such file, or it is none to be read
            }
            throw error;
        }
    }
}
