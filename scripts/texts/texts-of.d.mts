/** Returns the texts of a source file that users can read, in order, without duplicates. */
export function textsOf(path: string, source: string): string[]
