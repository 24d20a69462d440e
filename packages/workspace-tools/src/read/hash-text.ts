import { TurnTaking } from '../turn-taking';
import { hashInTurns } from './read-file';
import { TextEncoding, encodeInTurns } from './text-encoding';

/** The hash of a file that holds this text in this encoding, as reading it would report. */
export async function hashText(text: string, encoding: TextEncoding): Promise<string> {
    return hashInTurns(await encodeInTurns(text, encoding, new TurnTaking()));
}
