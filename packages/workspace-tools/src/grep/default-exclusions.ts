import { GlobPattern } from '../glob-pattern';

/** A glob that does not hold for files in some of the places that are searched. */
interface LiftedExclusion {
    readonly glob: GlobPattern;
    readonly places: readonly string[];
}

/** What a search leaves out unless it is told what: nothing in a place that its caller names and that lies in it itself. */
export class DefaultExclusions {
    /** Globs that hold for every place. */
    readonly everywhere: readonly string[];
    private readonly lifted: readonly LiftedExclusion[];

    /** @param places that the caller names, by their real paths from the workspace root */
    constructor(patterns: readonly string[], places: readonly string[]) {
        const all = patterns.map(pattern => {
            const glob = new GlobPattern(pattern);
            return { pattern, glob, places: places.filter(place => glob.covers(place.split('/'))) };
        });
        this.everywhere = all.filter(exclusion => exclusion.places.length === 0).map(({ pattern }) => pattern);
        this.lifted = all.filter(exclusion => exclusion.places.length > 0);
    }

    /** Whether a file is left out by one of the globs that do not hold for every place. */
    leavesOut(file: string): boolean {
        return this.lifted.some(
            ({ glob, places }) => glob.coversFile(file.split('/')) && !places.some(place => `${file}/`.startsWith(`${place}/`))
        );
    }
}
