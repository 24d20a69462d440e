/** What a block may cost. The defaults are the product's; tests pass smaller ones. */
export interface BlockLimits {
    /** Largest JSON text of a block, in UTF-8 bytes. */
    readonly maxBlockBytes: number;
    /** Deepest nesting of objects and arrays, the block's own object included. */
    readonly maxDepth: number;
    /** Longest excerpt of a block that a problem quotes, in UTF-16 code units. */
    readonly maxExcerptLength: number;
}

export const DEFAULT_BLOCK_LIMITS: BlockLimits = { maxBlockBytes: 256 * 1024, maxDepth: 64, maxExcerptLength: 120 };
