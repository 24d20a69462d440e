import { CommandManifest, CommandResultPost, PaneStatePost } from '@openspace/protocol';
import { commandSection } from './command-section';
import { exampleSection } from './example-section';
import { resultSection } from './result-section';
import { rulesSection } from './rules-section';
import { stateSection } from './state-section';

/** What the instructions for one session are made from. */
export interface InstructionsView {
    readonly manifest?: CommandManifest;
    readonly state?: PaneStatePost;
    readonly results: readonly CommandResultPost[];
}

/** The system prompt that teaches an agent to use the IDE. Equal views give equal bytes, so that prompt caches hit. */
export function buildInstructions({ manifest, state, results }: InstructionsView): string {
    const sections = [
        rulesSection(manifest?.commandsPerMessage),
        commandSection(manifest),
        stateSection(state, manifest),
        resultSection(results),
        exampleSection(manifest)
    ];
    return `${sections.filter(section => section !== undefined).join('\n\n')}\n`;
}
