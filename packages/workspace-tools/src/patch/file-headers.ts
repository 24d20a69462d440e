import { stripName } from './patch-name';

/** What a diff names instead of a file that is not there. */
export const NOWHERE = '/dev/null';

/** What the headers of one file say. */
export interface FileHeaders {
    /** Both names, as the line of git gives them. */
    names?: string;
    /** The one name in them. */
    twin?: string;
    from?: string;
    to?: string;
    renameFrom?: string;
    renameTo?: string;
    isNew?: boolean;
    isDeleted?: boolean;
}

/** A name in a "---" or "+++" line. */
export interface PairName {
    readonly name: string;
    /** With its quotes and escapes. */
    readonly written: string;
}

/** Whether a "---" and a "+++" line are about the file that the headers of git before them tell. */
export function belongTogether(headers: FileHeaders, from: PairName, to: PairName, strip: number): boolean {
    const { names = '', twin, renameFrom, renameTo, isNew, isDeleted } = headers;
    if (renameFrom !== undefined && renameTo !== undefined) {
        const isRenamed = (name: string, renamed: string): boolean => name === renamed || (strip > 0 && stripName(name, 1) === renamed);
        return isRenamed(from.name, renameFrom) && isRenamed(to.name, renameTo);
    }
    const [comesFromNowhere, goesNowhere] = [from.name === NOWHERE && !isDeleted, to.name === NOWHERE && !isNew];
    const isTwin = ({ name }: PairName): boolean => {
        const path = stripName(name, strip);
        return twin !== undefined && path !== undefined && path === stripName(twin, strip);
    };
    if ((comesFromNowhere || isTwin(from)) && (goesNowhere || isTwin(to))) {
        return true;
    }
    if (names === `${from.written} ${to.written}`) {
        return true;
    }
    // Where the twin is known, a name alone could be a part of it.
    return (
        twin === undefined && (comesFromNowhere ? names.endsWith(` ${to.written}`) : goesNowhere && names.startsWith(`${from.written} `))
    );
}
