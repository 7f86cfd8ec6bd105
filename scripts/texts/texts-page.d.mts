/** Returns the content of docs/texts.md. */
export function textsPage(): string
