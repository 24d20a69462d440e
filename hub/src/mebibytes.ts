/** A limit as people and models read it: `4 MiB`. */
export function mebibytes(bytes: number): string {
    return `${bytes / 1024 ** 2} MiB`;
}
