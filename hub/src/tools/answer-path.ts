/** The name of the workspace root in requests and answers. */
export const ROOT_NAME = '/workspace';

/** A path of the workspace as answers name it. */
export function answerPath(relativePath: string): string {
    return relativePath === '' ? ROOT_NAME : `${ROOT_NAME}/${relativePath}`;
}
