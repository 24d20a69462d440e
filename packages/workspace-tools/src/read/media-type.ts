const SIGNATURES: readonly (readonly [mediaType: string, signature: string])[] = [
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff'],
    ['image/gif', 'GIF8'],
    ['application/pdf', '%PDF-'],
    ['application/zip', 'PK\x03\x04'],
    ['application/gzip', '\x1f\x8b'],
    ['application/x-7z-compressed', "7z\xbc\xaf'\x1c"],
    ['application/zstd', '\x28\xb5\x2f\xfd'],
    ['application/vnd.sqlite3', 'SQLite format 3\0'],
    ['application/wasm', '\0asm'],
    ['application/x-elf', '\x7fELF'],
    ['application/vnd.microsoft.portable-executable', 'MZ'],
    ['font/woff', 'wOFF'],
    ['font/woff2', 'wOF2'],
    ['audio/mpeg', 'ID3'],
    ['audio/ogg', 'OggS']
];

/** What bytes that are not text seem to be, by their signature. */
export function guessMediaType(bytes: Buffer): string {
    const beginning = bytes.toString('latin1', 0, 16);
    if (beginning.startsWith('RIFF') && beginning.slice(8, 12) === 'WEBP') {
        return 'image/webp';
    }
    return SIGNATURES.find(([, signature]) => beginning.startsWith(signature))?.[0] ?? 'application/octet-stream';
}
