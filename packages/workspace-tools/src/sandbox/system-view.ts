import { accessSync, constants, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** Where a system keeps its programs. All of it is public; links such as `/bin` are shown as links. */
const SYSTEM_FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];
/** What programs need of the system's settings. Everything else in `/etc` may hold secrets and stays out. */
const SYSTEM_SETTINGS =
    'alternatives ld.so.cache ld.so.conf ld.so.conf.d passwd group nsswitch.conf hosts resolv.conf host.conf gai.conf localtime timezone ' +
    'ssl/certs ssl/openssl.cnf ca-certificates.conf pki/tls/certs pki/ca-trust/extracted crypto-policies protocols services mime.types ' +
    'magic magic.mime locale.alias locale.conf os-release debian_version fonts terminfo';
/** Folders of people and of other programs: nothing below them is shown just because programs are started from there. */
const PRIVATE_FOLDERS = ['/root', '/home', '/Users', '/tmp', '/var', '/run', '/proc', '/sys', '/dev', '/etc', '/boot', '/mnt', '/media'];
/** What lies beside a folder of programs and belongs to them. */
const BESIDE_PROGRAMS = ['lib', 'lib64', 'libexec', 'include', 'share'];
/** What version managers keep below a person's home, by where their programs are started from: public code alone. */
const VERSION_MANAGERS: Readonly<Record<string, readonly string[]>> = {
    '.nvm/versions': ['.nvm/versions'],
    '.local/share/fnm': ['.local/share/fnm/node-versions'],
    '.volta/bin': ['.volta/bin', '.volta/tools'],
    '.asdf/shims': ['.asdf/shims', '.asdf/installs', '.asdf/bin', '.asdf/lib'],
    '.local/share/mise': ['.local/share/mise/installs', '.local/share/mise/shims'],
    '.pyenv': ['.pyenv/bin', '.pyenv/libexec', '.pyenv/plugins', '.pyenv/shims', '.pyenv/versions', '.pyenv/version'],
    '.rbenv': ['.rbenv/bin', '.rbenv/libexec', '.rbenv/shims', '.rbenv/versions', '.rbenv/version'],
    '.cargo/bin': ['.cargo/bin', '.rustup/toolchains', '.rustup/settings.toml'],
    '.sdkman/candidates': ['.sdkman/candidates']
};

/** What a sandbox shows of the machine: nothing but this. */
export interface SystemView {
    /** Files and folders that can be read; real paths, but for the system's settings. */
    readonly shown: readonly string[];
    /** Small files of the system's settings, of which a copy is enough. */
    readonly copied: readonly string[];
    /** Links of the system, such as `/bin`. */
    readonly links: readonly { readonly path: string; readonly target: string }[];
    /** Folders that are empty and writable. */
    readonly emptied: readonly string[];
    /** Secret places inside of what is shown. */
    readonly hidden: readonly string[];
}

/**
 * The machine as a sandbox shows it.
 * @param home the home of the command, an empty folder inside
 * @param secretPlaces absolute paths: what is, holds or lies in one of them is not shown
 * @param searchPath where our own programs are started from; never what an agent asked for
 */
export function systemView(home: string, secretPlaces: readonly string[], searchPath = process.env.PATH ?? ''): SystemView {
    const folders = SYSTEM_FOLDERS.filter(path => existsSync(path));
    const settings = SYSTEM_SETTINGS.split(' ').map(name => join('/etc', name));
    const links = folders.filter(path => lstatSync(path).isSymbolicLink());
    const copied = settings.filter(path => statSync(path, { throwIfNoEntry: false })?.isFile() && isReadable(path));
    const system = [
        ...folders.filter(path => !links.includes(path)),
        ...settings.filter(path => statSync(path, { throwIfNoEntry: false })?.isDirectory())
    ];
    const homes = [home, homedir()].filter(path => isAbsolute(path) && resolve(path) !== '/').map(path => realPath(resolve(path)));
    const secrets = secretPlaces.map(realPath);
    const programs = searchPath
        .split(delimiter)
        .filter(folder => isAbsolute(folder) && existsSync(folder))
        .map(realPath)
        .filter(folder => !system.some(shown => isInside(shown, folder)))
        .flatMap(folder => programParts(folder, homes))
        .filter(path => existsSync(path) && realPath(path) === path)
        .filter(path => ![...homes, ...secrets].some(place => isInside(path, place)) && !secrets.some(place => isInside(place, path)));
    const shown = [...new Set([...system, ...programs])];
    return {
        shown,
        copied,
        links: links.map(path => ({ path, target: readlinkSync(path) })),
        emptied: [
            '/tmp',
            '/var/tmp',
            '/run',
            ...homes.filter(path => !system.some(known => isInside(known, path) || isInside(path, known)))
        ],
        hidden: secrets.filter(place => existsSync(place) && shown.some(known => isInside(known, place)))
    };
}

/** What belongs to a folder that programs are started from, as far as it is known to be no more than that. */
function programParts(folder: string, homes: readonly string[]): string[] {
    const ownHome = homes.find(home => isInside(home, folder));
    if (ownHome !== undefined) {
        return Object.entries(VERSION_MANAGERS)
            .filter(([place]) => isInside(join(ownHome, place), folder))
            .flatMap(([, parts]) => parts.map(part => join(ownHome, part)));
    }
    if (basename(folder) !== 'bin' || dirname(folder) === '/' || PRIVATE_FOLDERS.some(place => isInside(place, folder))) {
        return [];
    }
    return [folder, ...BESIDE_PROGRAMS.map(name => join(dirname(folder), name))];
}

function isReadable(path: string): boolean {
    try {
        accessSync(path, constants.R_OK);
        return true;
    } catch {
        return false; // Closed to us, and so to the command.
    }
}

function realPath(path: string): string {
    return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Whether a path is a folder or lies below it. */
function isInside(folder: string, path: string): boolean {
    const below = relative(folder, path);
    return below !== '..' && !below.startsWith('../');
}
