import { ChatRequest, lastUserText, requestPurpose } from './chat-request';

const TITLE_LENGTH = 50;

/** The answer to a request for a title or a summary; undefined for a turn of the conversation, which a brain answers. */
export function housekeepingReply(request: ChatRequest): string | undefined {
    switch (requestPurpose(request)) {
        case 'title':
            return titleOf(lastUserText(request));
        case 'summary':
            return 'The person asked for files to be opened and for help. Nothing has to be remembered from the earlier conversation.';
        case 'turn':
            return undefined;
    }
}

/** The person's first words, as a title is one short line in the same language. */
function titleOf(text: string): string {
    const line = text.replace(/\s+/g, ' ').replaceAll('%%', '%').trim();
    const characters = Array.from(line);
    const short =
        characters.length > TITLE_LENGTH
            ? `${characters
                  .slice(0, TITLE_LENGTH - 1)
                  .join('')
                  .trimEnd()}…`
            : line;
    return short === '' ? 'New conversation' : short.charAt(0).toUpperCase() + short.slice(1);
}
