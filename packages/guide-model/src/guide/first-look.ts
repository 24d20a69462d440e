import { inParagraphs, quoted } from './answer-text';
import { COMMAND, listFilesBlock, openBlock } from './guide-blocks';
import type { GuideContext } from './guide-context';
import type { ReadResult } from './results-report';

/** What is worth reading first, the best first. */
const FIRST_FILES = [
    /^readme(?:\..+)?$/i,
    /\.(?:md|rst|adoc|txt)$/i,
    /^(?:package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml|makefile)$/i,
    /^(?:index|main|app)\./i,
    /^[^.]/
];
const WHAT_NEXT = 'From there, ask me for any file you read about: say `open` and its name.';

interface ListedEntry {
    readonly name?: string;
    readonly type?: string;
}

/** What the guide says about the project that the person works in. */
export function projectAnswer(context: GuideContext): string {
    return context.isSampleProject
        ? inParagraphs(
              'This is a small sample project: it plans a tea tasting around a kettle that boils only once. Start with its README.',
              openBlock({ path: 'README.md' }),
              'Then `take me on a tour` shows you the rest.'
          )
        : firstLook(context);
}

/** Begins with a project that the guide does not know: looks what there is, or opens the README if it cannot look. */
export function firstLook({ commands }: GuideContext): string {
    return commands.includes(COMMAND.listFiles)
        ? inParagraphs('I do not know this project, so let me look what is there.', listFilesBlock('.'))
        : inParagraphs(
              'I do not know this project: its README is the best first stop, if it has one.',
              openBlock({ path: 'README.md' }),
              WHAT_NEXT
          );
}

/** Opens what is best read first of what was found; undefined when nothing was looked for. */
export function answerToFirstLook(_context: GuideContext, results: readonly ReadResult[]): string | undefined {
    const listing = results.find(({ commandId, outcome }) => commandId === COMMAND.listFiles && outcome === 'done');
    if (listing === undefined) {
        return undefined;
    }
    const entries = (Array.isArray(listing.data.files) ? listing.data.files : []) as readonly ListedEntry[];
    const names = (kind: 'file' | 'directory'): string[] =>
        entries.flatMap(({ name, type }) => (name === undefined || (type === 'directory') !== (kind === 'directory') ? [] : [name]));
    const files = names('file').filter(name => !name.startsWith('.'));
    const first = FIRST_FILES.flatMap(pattern => files.filter(name => pattern.test(name))).at(0);
    if (first !== undefined) {
        const says = FIRST_FILES[0].test(first)
            ? 'The tour is short: its README is the best first stop.'
            : `The tour is short: there is no README, so ${quoted(first)} is my first stop.`;
        return inParagraphs(says, openBlock({ path: first }), WHAT_NEXT);
    }
    const folder = names('directory').find(name => /^\w[\w-]*$/.test(name));
    if (entries.length === 0) {
        return 'The folder is empty, so there is nothing to show yet. Say `write "Hello" to notes.md` to begin.';
    }
    return `There is no README here, nor another file to begin with. ${folder === undefined ? 'Say `list the files` to see what there is.' : `Say \`list ${folder}\` to look into that folder.`}`;
}
