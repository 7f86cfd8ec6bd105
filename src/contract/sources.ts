import * as v from 'valibot'

/** Query parameter of a short link that names its source, as the path after the code does. */
export const SOURCE_PARAMETER = 'from'
/** Source of the links on a creator's public page. */
export const PAGE_SOURCE = 'page'
/** Source of the links in widgets. */
export const WIDGET_SOURCE = 'widget'

/** Names of the sources that are offered for every link. */
export const OFFERED_SOURCES = {
  story: 'Story',
  bio: 'Bio',
  mail: 'Newsletter',
  video: 'Video',
  qr: 'QR code',
} as const

/** Names of the sources that links get by themselves, on the public page and in widgets. */
const AUTOMATIC_SOURCES: Record<string, string> = {
  [PAGE_SOURCE]: 'Your page',
  [WIDGET_SOURCE]: 'Your widgets',
}

/** Returns whether links get this source by themselves. */
export const isAutomatic = (source: string) => Object.hasOwn(AUTOMATIC_SOURCES, source)

const names: Record<string, string> = { ...OFFERED_SOURCES, ...AUTOMATIC_SOURCES }

/** Returns the name of a source as people see it. */
export const sourceName = (source: string): string =>
  Object.hasOwn(names, source) ? (names[source] ?? source) : source

/** Maximum number of characters of a source. */
export const MAX_SOURCE_LENGTH = 30

/** Source that a user types. Upper case is accepted, because the server ignores case. */
export const NewSource = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty('Enter a name.'),
  v.regex(/^[a-z0-9-]*$/, 'Use only letters a to z, digits and dashes.'),
  v.maxLength(MAX_SOURCE_LENGTH, `Use at most ${MAX_SOURCE_LENGTH} characters.`),
  v.check((source) => !isAutomatic(source), 'This name is reserved. Choose another one.'),
)
