/** The first of these names that is on the path, or the first of these files that is there. */
export function installedProgram(names: string[], files?: string[]): string | undefined
