import { stripBlocks } from '@openspace/block-parser';
import type { Message, Part } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ActionTally, ConversationExchange, TurnEvent } from '../../common';
import { sumOf, tallyOf } from './action-tally';
import type { StoppedAnswers } from './conversations';
import { isConversationSummary } from './conversation-summary';
import { BROKEN_OFF, describeTrouble, UNANSWERED } from './model-trouble';
import { blocksSoFar, isResultsPart } from './results-part';
import { describeTool, toolOutcome } from './tool-call';

const STOPPED: TurnEvent = { kind: 'stopped' };

/** A message as OpenCode keeps it. */
export interface KeptMessage {
    readonly info: Message;
    readonly parts: readonly Part[];
}

interface OpenExchange extends ConversationExchange {
    readonly events: TurnEvent[];
    /** Whether a text has been said, so that the next one begins a paragraph. */
    spoke: boolean;
    /** Whether the agent's last message has come to its end. */
    isWhole: boolean;
    /** The session in which the agent answers. */
    readonly sessionId: string;
    /** The commands that it gave in blocks. */
    blocks: ActionTally;
    /** Its calls of the Hub's tools. */
    readonly tools: ActionTally[];
}

/**
 * The conversation as the events of its turns. Blocks are taken out of the text and nothing runs.
 * @param stopped the messages whose answers the person stopped, whether or not the agent was still speaking then, with what had become
 * of its actions as far as that was kept
 */
export function rebuildHistory(messages: readonly KeptMessage[], stopped: StoppedAnswers = new Map()): ConversationExchange[] {
    const exchanges: OpenExchange[] = [];
    for (const { info, parts } of messages.filter(message => !isConversationSummary(message.info))) {
        if (info.role === 'user') {
            const text = textOfPerson(parts);
            if (text !== '') {
                const { id: messageId, sessionID: sessionId } = info;
                exchanges.push({ messageId, sessionId, text, events: [], spoke: false, isWhole: false, blocks: { count: 0 }, tools: [] });
            }
        }
        const exchange = exchanges.at(-1);
        if (exchange) {
            parts.forEach(part => takePart(exchange, info, part));
            takeEnd(exchange, info);
        }
    }
    return exchanges.map(exchange => {
        const { messageId, text } = exchange;
        return { messageId, text, events: eventsOf(exchange, stopped.has(messageId), stopped.get(messageId)) };
    });
}

/** What the turn told, at its end of its actions, and last of all that it did not end well. */
function eventsOf(
    { events, spoke, isWhole, blocks, tools, sessionId }: OpenExchange,
    isStopped: boolean,
    tally?: ActionTally
): TurnEvent[] {
    const last = events.at(-1);
    const badEnd = last?.kind === 'stopped' || last?.kind === 'error' ? last : undefined;
    const actions = { ...(tally ?? sumOf([blocks, ...tools])), sessionId };
    const told: TurnEvent[] = [
        ...(badEnd ? events.slice(0, -1) : events),
        ...(actions.count === 0 ? [] : [{ kind: 'actions' as const, ...actions }])
    ];
    if (isStopped) {
        return [...told, STOPPED];
    }
    // Of an answer that was given up OpenCode keeps no error.
    const missing: TurnEvent = { kind: 'error', message: spoke ? BROKEN_OFF : UNANSWERED };
    return badEnd ? [...told, badEnd] : isWhole && told.length > 0 ? told : [...told, missing];
}

function textOfPerson(parts: readonly Part[]): string {
    return parts
        .filter(part => part.type === 'text')
        .filter(part => part.synthetic !== true && part.ignored !== true)
        .map(({ text }) => text)
        .join('\n');
}

function takePart(exchange: OpenExchange, { role }: Message, part: Part): void {
    if (role === 'user') {
        if (isResultsPart(part)) {
            exchange.events.push({ kind: 'results', text: part.text });
            exchange.blocks = { ...exchange.blocks, ...blocksSoFar(part), count: exchange.blocks.count };
        }
    } else if (part.type === 'reasoning') {
        exchange.events.push({ kind: 'reasoning', text: part.text });
    } else if (part.type === 'tool') {
        const outcome = toolOutcome(part);
        exchange.tools.push(...(outcome ? [tallyOf(outcome)] : []));
        exchange.events.push({ kind: 'tool', call: { ...describeTool(part), finished: true } });
    } else if (part.type === 'text' && part.synthetic !== true) {
        let { count } = exchange.blocks;
        const text = stripBlocks(part.text, () => count++);
        exchange.blocks = { ...exchange.blocks, count };
        if (text !== '') {
            exchange.events.push({ kind: 'text', text: exchange.spoke ? `\n\n${text}` : text, begins: true });
            exchange.spoke = true;
        }
    }
}

/** How an answer ended, as far as OpenCode knows. */
function takeEnd(exchange: OpenExchange, info: Message): void {
    if (info.role === 'user') {
        return;
    }
    exchange.isWhole = info.finish !== undefined && info.finish !== 'unknown';
    if (info.error?.name === 'MessageAbortedError') {
        exchange.events.push(STOPPED);
    } else if (info.error) {
        exchange.events.push({ kind: 'error', message: describeTrouble(info.error, exchange.spoke) });
    }
}
