import { Stats, statfsSync } from 'node:fs';

/** File systems of this machine that note every change of a directory at once: ext, XFS, Btrfs, ZFS, F2FS, tmpfs and overlays of them. */
const LOCAL_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x794c7630]);

const known = new Set<number>();

/** Notes the device of a directory if it is one of this machine, of which others can be asked about. */
export function noteDevice(directory: string, { dev }: Stats): void {
    if (!known.has(dev) && LOCAL_FILE_SYSTEMS.has(statfsSync(directory).type)) {
        known.add(dev);
    }
}

/**
 * Whether an entry lies on a device of this machine that was noted. There a short synchronous call takes less time than handing it to
 * a thread does; elsewhere a server may have to be waited for.
 */
export function isLocal({ dev }: Pick<Stats, 'dev'>): boolean {
    return known.has(dev);
}
