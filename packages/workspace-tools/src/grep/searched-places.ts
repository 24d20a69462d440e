import { accessSync, constants } from 'node:fs';
import { posix } from 'node:path';
import { OperationOptions } from '../operation';
import { PathGuard } from '../path-guard';
import { GrepRequest } from './grep-request';

interface SearchedPlace {
    readonly path: string;
    readonly kind: 'file' | 'directory';
}

/** Real paths, from the workspace root, of what a request wants to have searched. */
interface SearchedPlaces {
    /** All that it names. */
    readonly named: readonly string[];
    /** Of these, none lies in what another covers. */
    readonly paths: readonly string[];
}

/** Finds out what a request wants to have searched. */
export async function searchedPlaces(guard: PathGuard, request: GrepRequest, options: OperationOptions): Promise<SearchedPlaces> {
    const { path, paths = [], recursive = true } = request;
    const wanted = path === undefined && paths.length > 0 ? paths : [path ?? '.', ...paths];
    const places = new Map<string, SearchedPlace>();
    for (const given of wanted) {
        const place = await guard.withReadable(given, options, ({ relativePath, kind, pinned }) => {
            // ripgrep passes over what may not be read, which would look as if nothing were found.
            accessSync(pinned.accessPath, kind === 'file' ? constants.R_OK : constants.R_OK | constants.X_OK);
            return Promise.resolve({ path: relativePath, kind });
        });
        places.set(place.path, place);
    }
    const all = [...places.values()];
    const apart = all.filter(place => !all.some(other => other !== place && covers(other, place, recursive)));
    return { named: all.map(place => place.path), paths: apart.map(place => place.path) };
}

function covers(directory: SearchedPlace, place: SearchedPlace, recursive: boolean): boolean {
    return recursive
        ? directory.path === '' || place.path.startsWith(`${directory.path}/`)
        : place.kind === 'file' && posix.dirname(place.path) === (directory.path === '' ? '.' : directory.path);
}
