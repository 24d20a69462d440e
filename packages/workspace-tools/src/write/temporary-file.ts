import { randomUUID } from 'node:crypto';

const PREFIX = '.openspace-';
const PATTERN = /^\.openspace-(\d+)-[0-9a-f]{32}\.tmp$/;

/** Glob that finds what `temporaryName` makes. */
export const TEMPORARY_GLOB = '.openspace-*-*.tmp';

/** An unguessable name for a file that is written before it takes its place; it tells which process writes it. */
export function temporaryName(): string {
    return `.openspace-${process.pid}-${randomUUID().replaceAll('-', '')}.tmp`;
}

/** The process that made a temporary file; undefined when the name is not one of ours. */
export function temporaryFileOwner(name: string): number | undefined {
    // Names of all files of a workspace come here.
    const owner = name.startsWith(PREFIX) ? PATTERN.exec(name)?.[1] : undefined;
    return owner === undefined ? undefined : Number(owner);
}
