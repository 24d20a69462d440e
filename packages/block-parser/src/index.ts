export type { BlockLimits } from './block-limits';
export { BlockParser, type BlockParserSink, type BlockParserState, type ParsedBlock } from './block-parser';
export type { BlockProblem, BlockProblemCode } from './block-problem';
export { stripBlocks } from './strip-blocks';
