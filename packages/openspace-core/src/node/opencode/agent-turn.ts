import type { ParsedBlock, BlockProblem } from '@openspace/block-parser';
import { Deferred } from '@theia/core/lib/common/promise-util';
import type { Message, Part } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ConversationEvent, ConversationPrompt, TurnEvent } from '../../common';
import { isConversationSummary } from './conversation-summary';
import { BROKEN_OFF, describeTrouble, EMPTY_ANSWER, NOT_A_MODEL, type TurnError } from './model-trouble';
import { PlainFollower, type PartFollower } from './part-follower';
import { PartInterceptor } from './part-interceptor';
import { describeTool, toolOutcome } from './tool-call';
import { TurnActions } from './turn-actions';
import { TurnLog } from './turn-log';

/** So often in a round OpenCode is found resting before anybody takes its answer for lost. */
const MOST_EARLY_RESTS = 2;

/** A chat session and the OpenCode session behind it. */
export interface Conversation {
    readonly sessionId: string;
    /** The folder under which OpenCode keeps the session. */
    readonly directory: string;
    /** Every message to the agent so far, those of the IDE included: a new one tells that a turn has begun. */
    readonly userMessages: Set<string>;
}

/** A tab that is told what happens in a turn. */
export interface TurnFollower {
    readonly tabId: string;
    /** Always the same function for the same connection, so that one that is gone can be told no more. */
    readonly send: (event: ConversationEvent) => void;
}

/** Who asks, and where the answer goes. */
export interface ConversationPartner extends TurnFollower {
    /** Folder that the tab shows. */
    readonly workspace: string;
}

/** Where in the agent's answer something stands. */
interface PartPlace {
    readonly messageId: string;
    readonly partId: string;
}

/** A part in which the agent says something. */
type SpokenPart = Extract<Part, { type: 'text' | 'reasoning' }>;

function isSpoken(part: Part): part is SpokenPart {
    return part.type === 'reasoning' || (part.type === 'text' && part.synthetic !== true);
}

/** What a turn tells its owner: the blocks of the agent's text, in order. */
export interface TurnBlocks {
    /** @returns the id of the call that the block has become, or undefined when it was refused */
    onBlock(place: PartPlace, block: ParsedBlock): string | undefined;
    onProblem(place: PartPlace, problem: BlockProblem): void;
}

/**
 * One message of the person and all that the agent answers to it, follow-up rounds included. Takes the blocks out of the text as it
 * streams by. Only text parts of the agent's own messages are looked at; reasoning and tools are shown and never run.
 */
export class AgentTurn {
    /** The person stopped it. */
    aborted = false;
    /** Resolves when OpenCode has answered that it works no longer on it, or cannot; absent while it was not told to end. */
    interrupted?: Promise<void>;
    /** Why we ended it ourselves, for the person. */
    failure?: string;
    /** Resolves when the last event has been sent. */
    readonly closed = new Deferred();
    /** What OpenCode says that went wrong. */
    error?: TurnError;
    /** What the agent did, in all rounds. */
    readonly actions = new TurnActions();
    /** How often the results of commands were sent to the agent. */
    round = 0;
    /** Whether OpenCode has the message that begins this round. */
    isSent = false;
    /** Whether the agent said or did anything at all. */
    answered = false;
    /** Whether it did so in the step that runs now: to ask the model again would repeat that. */
    answeredInStep = false;
    /** Everything that was told so far, for tabs that come later. */
    readonly log: TurnLog;
    /** The tab that executes its commands: the one that began it, or one that took it over. */
    tabId: string;
    /** The messages to the agent in all rounds. */
    readonly ownMessages = new Set<string>();
    /** The messages that began this round; OpenCode may add some of its own. */
    protected readonly userMessages = new Set<string>();
    /** The agent's answers to them; nothing else is followed. */
    protected readonly assistantMessages = new Set<string>();
    /** Those of which all has come that the model said. */
    protected readonly finishedMessages = new Set<string>();
    protected readonly parts = new Map<string, PartFollower>();
    /** Parts of which pieces were missed: nobody can tell where the next piece belongs, so that only their whole text counts. */
    protected readonly torn = new Set<string>();
    /** Whether the agent's last message of this round has come to its end. */
    isWhole = false;
    /** Whether the end of this round has been seen. */
    protected rested = false;
    /** How often OpenCode was found resting in this round before it had begun to answer. */
    protected early = 0;
    /** The part that spoke last: the next one begins a new paragraph. */
    protected speaking?: string;

    constructor(
        readonly prompt: ConversationPrompt,
        readonly conversation: Conversation,
        partner: ConversationPartner,
        protected readonly blocks: TurnBlocks
    ) {
        this.tabId = partner.tabId;
        this.log = new TurnLog(prompt.turnId);
        this.log.follow(partner.send);
    }

    /** The chat's own name for the turn, under which a tab follows it. */
    get turnId(): string {
        return this.prompt.turnId;
    }

    /** Whether an idle session means that this turn is over: what rests may still be the turn before, which was aborted. */
    get mayRest(): boolean {
        return this.isEnding || this.error !== undefined || this.assistantMessages.size > 0;
    }

    /** Whether it was told to end: what the agent still says does not count. */
    get isEnding(): boolean {
        return this.aborted || this.failure !== undefined;
    }

    /** What went wrong, for the person. */
    get trouble(): string | undefined {
        if (this.aborted) {
            return undefined;
        }
        return this.failure ?? (this.error ? describeTrouble(this.error, this.answered) : this.answered ? undefined : EMPTY_ANSWER);
    }

    /** Takes a message; answers with a reason to end the turn, if it is one. */
    takeMessage(info: Message): string | undefined {
        if (info.role === 'user') {
            if (!this.conversation.userMessages.has(info.id)) {
                this.conversation.userMessages.add(info.id);
                this.userMessages.add(info.id);
                this.ownMessages.add(info.id);
            }
        } else if (this.userMessages.has(info.parentID)) {
            if (!isConversationSummary(info)) {
                this.assistantMessages.add(info.id);
                this.isWhole = info.time.completed !== undefined;
            }
            this.error = info.error ?? this.error;
            // A busy OpenCode tells of a message as it is by then: it may have its end before what it says has come.
            if (info.finish === 'unknown' && !info.error && this.finishedMessages.has(info.id)) {
                // OpenCode would ask again at once, and for ever.
                return this.answered ? BROKEN_OFF : NOT_A_MODEL;
            }
        }
        return undefined;
    }

    /** Takes an error of the session; the last one is told when the turn ends. */
    takeError(error: TurnError | undefined): void {
        // An aborted turn may still speak up after the next one has begun.
        if (error && (this.aborted || error.name !== 'MessageAbortedError')) {
            this.error = error;
        }
    }

    /** Takes a part as the stream of events tells of it. That of a message which nobody has told of yet lacks what comes before it. */
    takePart(part: Part): void {
        if (this.assistantMessages.has(part.messageID)) {
            this.takeOwnPart(part);
        } else if (isSpoken(part) && !this.conversation.userMessages.has(part.messageID)) {
            this.torn.add(part.id);
        }
    }

    protected takeOwnPart(part: Part): void {
        const outcome = part.type === 'tool' ? toolOutcome(part) : undefined;
        if (part.type === 'tool' && outcome) {
            // Also of a turn that is to end: what it did is told with its end.
            this.actions.endTool(part.callID, outcome);
        }
        if (this.isEnding) {
            return;
        }
        if (part.type === 'step-start') {
            this.answeredInStep = false;
        } else if (part.type === 'step-finish') {
            this.finishedMessages.add(part.messageID);
        } else if (part.type === 'tool') {
            this.answered = true;
            this.send({ kind: 'tool', call: describeTool(part) });
        } else if (isSpoken(part)) {
            const follower = this.parts.get(part.id) ?? this.follow(part);
            follower.catchUp(part.text);
            if (part.time?.end !== undefined) {
                follower.finish();
                this.torn.delete(part.id);
            }
        }
    }

    /** Takes a part as a list of messages has it. What it says of a text that still grows is older or newer than the stream. */
    takeListedPart(part: Part): void {
        if (!this.assistantMessages.has(part.messageID)) {
            return;
        }
        if (isSpoken(part) && part.time?.end === undefined) {
            if (!this.parts.has(part.id)) {
                this.torn.add(part.id);
            } else if (!this.torn.has(part.id)) {
                return;
            }
        }
        this.takeOwnPart(part);
    }

    /** Takes the next piece of a part; a part of which pieces were missed waits for its whole text. */
    takeDelta(partId: string, delta: string): void {
        if (!this.isEnding && !this.torn.has(partId)) {
            this.parts.get(partId)?.feed(delta);
        }
    }

    /** The stream of events broke. */
    missEvents(): void {
        for (const [id, part] of this.parts) {
            if (!part.finished) {
                this.torn.add(id);
                part.tear();
            }
        }
    }

    /** Whether a text lacks pieces that only a list of messages can bring. */
    get isTorn(): boolean {
        return this.torn.size > 0;
    }

    /** The agent rests; true when that was not known yet in this round. */
    rest(): boolean {
        const isNew = !this.rested;
        this.rested = true;
        return isNew;
    }

    /** Whether a session that rests may not have begun to answer yet: it takes the message a moment before it is busy. */
    mayStillBegin(): boolean {
        return !this.mayRest && ++this.early <= MOST_EARLY_RESTS;
    }

    /** Nothing more is said in this round: what was held back as the possible beginning of a block is shown. */
    finishParts(): void {
        this.parts.forEach(part => part.finish());
    }

    /** The agent gets the results of its commands; what it answers belongs to this turn too. */
    beginRound(): void {
        this.round++;
        this.isSent = false;
        this.userMessages.clear();
        this.assistantMessages.clear();
        this.finishedMessages.clear();
        this.parts.clear();
        this.torn.clear();
        this.rested = false;
        this.isWhole = false;
        this.early = 0;
    }

    /** Tells everybody who follows the turn, now or later. */
    send(event: TurnEvent): void {
        this.log.add(event);
    }

    protected follow(part: SpokenPart): PartFollower {
        const follower = part.type === 'reasoning' ? this.followReasoning() : this.followText(part);
        this.parts.set(part.id, follower);
        if (this.torn.has(part.id)) {
            follower.tear();
        }
        return follower;
    }

    protected followReasoning(): PartFollower {
        return new PlainFollower(text => this.send({ kind: 'reasoning', text }));
    }

    protected followText({ id, messageID }: SpokenPart): PartFollower {
        const place = { messageId: messageID, partId: id };
        return new PartInterceptor({
            onText: text => {
                const separator = this.speaking === undefined || this.speaking === id ? '' : '\n\n';
                const begins = this.speaking !== id;
                this.speaking = id;
                this.answered = this.answeredInStep = true;
                this.send({ kind: 'text', text: separator + text, ...(begins ? { begins } : {}) });
            },
            onBlock: block => {
                this.answered = this.answeredInStep = true;
                this.actions.add(this.blocks.onBlock(place, block));
            },
            onProblem: problem => {
                this.answered = this.answeredInStep = true;
                this.blocks.onProblem(place, problem);
            }
        });
    }
}
