import { RecentValues } from '../../platform/recent-values.ts'

/** Maximum number of languages that are compared. Browsers send fewer than ten. */
const MAX_LANGUAGES = 20

/** Maximum length of a cached header. Those of browsers are below 100 characters. */
const MAX_CACHED_LENGTH = 200

const recent = new RecentValues<string>(1000)

/**
 * Returns the language with the highest weight in an Accept-Language header, in lower case (RFC
 * 9110, section 12.5.4); '' if there is none. Of equal weights the first counts.
 */
export function preferredLanguage(header: string): string {
  if (header.length > MAX_CACHED_LENGTH) return readLanguage(header)
  const known = recent.get(header)
  if (known !== undefined) return known
  const language = readLanguage(header)
  recent.set(header, language)
  return language
}

function readLanguage(header: string): string {
  let preferred = { tag: '', weight: 0 }
  for (const item of header.split(',', MAX_LANGUAGES)) {
    const [tag = '', ...parameters] = item.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = weightIn(parameters)
    if (weight > preferred.weight && TAG.test(tag)) preferred = { tag, weight }
  }
  return preferred.tag
}

const TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/

function weightIn(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  if (weight === undefined) return 1
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0
}
