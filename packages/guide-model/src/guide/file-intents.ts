import { inParagraphs, quoted } from './answer-text';
import { parseFileReference } from './file-reference';
import { findBlock, listFilesBlock, openBlock, writeBlock } from './guide-blocks';
import type { GuideIntent } from './guide-intent';
import { runAnswer } from './terminal-intents';
import { unquoted } from './unquoted';

/** Text that a shell takes as it is between single quotes. */
const PLAIN_TEXT = /^[\w .-]+$/;
/** Words that stand for the root of the workspace. */
const ROOT_WORDS = /^(?:here|there|it|this(?: project| folder)?|the (?:project|workspace|root))?$/i;

/** What is done with files, but for showing one. */
export const FILE_INTENTS: readonly GuideIntent[] = [
    {
        patterns: [
            /^(?:which|what) files? (?:contains?|mentions?|uses?|has|have) (.+)$/i,
            /^(?:search|look)(?: for)? (.+) (?:in|inside|through) (?:(?:all|the|my|these)\s)*(?:files|code|project|texts?)$/i,
            /^(?:search|look)(?: in| inside| through)? (?:(?:all|the|my|these)\s)*(?:files|code|project|texts?) for (.+)$/i,
            /^(?:find|search for)(?: all)?(?: the)? (?:uses|usages|occurrences|mentions|text) (?:of )?(.+)$/i,
            /^where(?: is|'s) (.+) (?:used|mentioned|defined)$/i,
            /^grep(?: for)? ([^-].*)$/i
        ],
        answer: (context, [words = '']) => {
            const text = unquoted(words);
            return PLAIN_TEXT.test(text)
                ? runAnswer(context, `grep -rn ${/[ ]/.test(text) ? `'${text}'` : text} .`)
                : 'For that, use the search view (Ctrl+Shift+F): it finds any text in the files.';
        }
    },
    {
        patterns: [
            /^(?:find|search(?: for)?|look for|locate|where(?: is|'s))(?: me)?(?: (?:the |a |all )?files?(?: (?:called|named|with))?)? (.+)$/i
        ],
        answer: (_context, [words = '']) => {
            const { path } = parseFileReference(words);
            return inParagraphs(`Looking for files by the name ${quoted(path)}.`, findBlock(path));
        }
    },
    {
        patterns: [
            /^(?:list|show)(?: me)?(?: the| all| my| of)* (?:files|folders?|directory|content|contents|everything)(?: and folders)?(?: (?:in|of|inside) (.+)| here| there)?$/i,
            /^(?:what|which) files(?: and folders)? (?:are (?:here|there)|do (?:i|we|you) have|exist)(?: (?:in|inside) (.+))?$/i,
            /^what files are in (.+)$/i,
            /^what(?: is|'s) (?:in|inside) (?:the |my )?(?:folder|directory) (.+)$/i,
            /^what(?: is|'s) (?:in|inside) (?:the |my )?(\S+?)(?:\/| folder| directory)$/i,
            // Most names of files have a dot or a capital letter.
            /^[Ww]hat(?: is|'s) (?:in|inside) ([a-z0-9_-]+(?:\/[a-z0-9_-]+)*)$/,
            /^what(?: is|'s) (?:here|there)$/i,
            /^(?:open|show|list)(?: me)? (?:the )?(?:folder|directory) (.+)$/i,
            /^(?:open|show|list)(?: me)? (?:the )?(\S+) (?:folder|directory)$/i,
            /^(?:list|ls|dir)(?: (.+))?$/i,
            /^files$/i
        ],
        answer: (_context, [words = '']) =>
            inParagraphs('Let me look.', listFilesBlock(ROOT_WORDS.test(words) ? '.' : parseFileReference(words).path))
    },
    {
        patterns: [/^(?:write|put|save) (.+?) (?:to|into|in) (?:the file )?(\S+|"[^"]+"|`[^`]+`)$/i],
        answer: (_context, [text = '', file = '']) => writeAnswer(unquoted(text), parseFileReference(file).path)
    },
    {
        patterns: [/^(?:delete|rename|move|copy) (?!to ).+$/i],
        answer: () => 'I cannot delete, rename or move files. You can in the explorer: right-click the file there.'
    }
];

function writeAnswer(content: string, path: string): string {
    return inParagraphs(`I write that to ${quoted(path)} and show you the file.`, writeBlock(path, `${content}\n`), openBlock({ path }));
}
