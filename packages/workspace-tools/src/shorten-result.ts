/** The parts of a command's result that have no bound of their own. */
interface UnboundedParts {
    readonly output?: string;
    readonly error?: string;
    readonly data?: unknown;
}

/** Texts of a result that is too large are cut to this many characters. */
const SHORT_TEXT = 1000;

/**
 * The result as it is, or without its data and with short texts when it is longer than `characters` as JSON. The IDE backend sends
 * results so, and the Hub keeps them so.
 */
export function shortenResult<Result extends UnboundedParts>(result: Result, characters: number): Result {
    if (JSON.stringify(result).length <= characters) {
        return result;
    }
    return { ...result, output: result.output?.slice(0, SHORT_TEXT), error: result.error?.slice(0, SHORT_TEXT), data: undefined };
}
