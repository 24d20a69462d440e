import { stripBlocks } from '@openspace/block-parser';
import type { Message, Part } from '@opencode-ai/sdk/v2/client' with { 'resolution-mode': 'import' };
import type { ActionTally, ConversationExchange, TurnEvent } from '../../common';
import { sumOf, tallyOf } from './action-tally';
import { isConversationSummary } from './conversation-summary';
import { BROKEN_OFF, describeTrouble } from './model-trouble';
import { isResultsPart, missedActions } from './results-part';
import { describeTool, toolOutcome } from './tool-call';

/** A message as OpenCode keeps it. */
export interface KeptMessage {
    readonly info: Message;
    readonly parts: readonly Part[];
}

interface OpenExchange extends ConversationExchange {
    readonly events: TurnEvent[];
    /** Whether a text has been said, so that the next one begins a paragraph. */
    spoke: boolean;
    /** The session in which the agent answers. */
    readonly sessionId: string;
    /** The commands that it gave in blocks. */
    blocks: ActionTally;
    /** Its calls of the Hub's tools. */
    readonly tools: ActionTally[];
}

/**
 * The conversation as the events of its turns. Blocks are taken out of the text and nothing runs.
 * @param stopped the messages whose answers the person stopped, whether or not the agent was still speaking then
 */
export function rebuildHistory(messages: readonly KeptMessage[], stopped: ReadonlySet<string> = new Set()): ConversationExchange[] {
    const exchanges: OpenExchange[] = [];
    for (const { info, parts } of messages.filter(message => !isConversationSummary(message.info))) {
        if (info.role === 'user') {
            const text = textOfPerson(parts);
            if (text !== '') {
                const { id: messageId, sessionID: sessionId } = info;
                exchanges.push({ messageId, sessionId, text, events: [], spoke: false, blocks: { count: 0 }, tools: [] });
            }
        }
        const exchange = exchanges.at(-1);
        if (exchange) {
            parts.forEach(part => takePart(exchange, info, part));
            takeEnd(exchange, info);
        }
    }
    exchanges
        .filter(({ messageId, events }) => stopped.has(messageId) && events.at(-1)?.kind !== 'stopped')
        .forEach(({ events }) => events.push({ kind: 'stopped' }));
    return exchanges.map(exchange => ({ messageId: exchange.messageId, text: exchange.text, events: withActions(exchange) }));
}

/** The turn told of them at its end, before it told that it did not end well. */
function withActions({ events, blocks, tools, sessionId }: OpenExchange): TurnEvent[] {
    const actions = { ...sumOf([blocks, ...tools]), sessionId };
    const last = events.at(-1)?.kind;
    const end = last === 'stopped' || last === 'error' ? events.length - 1 : events.length;
    return actions.count === 0 ? [...events] : [...events.slice(0, end), { kind: 'actions', ...actions }, ...events.slice(end)];
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
            exchange.blocks = { ...exchange.blocks, ...missedActions(part) };
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

/** How an answer ended that did not end well. */
function takeEnd({ events, spoke }: OpenExchange, info: Message): void {
    if (info.role === 'user') {
        return;
    }
    if (info.error?.name === 'MessageAbortedError') {
        events.push({ kind: 'stopped' });
    } else if (info.error) {
        events.push({ kind: 'error', message: describeTrouble(info.error, spoke) });
    } else if (info.time.completed === undefined) {
        events.push({ kind: 'error', message: BROKEN_OFF });
    }
}
