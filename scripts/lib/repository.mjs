import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path inside the repository. */
export const inRepository = (...parts) => join(repositoryRoot, ...parts);

/** A path in the folder for what may be thrown away at any time; an install from scratch empties it. */
export const inCache = (...parts) => inRepository('node_modules', '.cache', 'openspace', ...parts);
