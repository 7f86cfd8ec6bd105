import { randomBytes } from 'node:crypto'

/** Letters and digits that nobody confuses: 32 of them. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Fifty bits by chance: two of them are never the same. */
export const newKey = () =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Of `/w/{key}`, with a slash or a query behind it or not; empty for whatever is written otherwise. */
export function keyIn(url: string): string {
  if (!url.startsWith('/w/')) return ''
  return /^\/w\/([a-z0-9]{10})\/?(?:\?|$)/.exec(url)?.[1] ?? ''
}
