/** The argument of a command that names a file of the workspace. */
export const FILE_PATH = { type: 'string', minLength: 1, maxLength: 4096, description: 'File, relative to the workspace root.' } as const;
