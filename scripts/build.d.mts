/** Is dist made of the sources as they are now? */
export function isBuilt(): boolean
/** Builds the app and the server into dist; throws when that fails. */
export function build(): Promise<void>
