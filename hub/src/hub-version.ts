import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of this package, from its `package.json`. */
export const HUB_VERSION = (JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string }).version;
