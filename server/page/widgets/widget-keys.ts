import { randomBytes } from 'node:crypto'

/** 32 letters and digits without look-alikes. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 10

/** Returns a key with 50 random bits, enough to be unique. */
export const newKey = () =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Returns the key of `/w/{key}`, also with a final slash or query; empty for other paths. */
export function keyIn(url: string): string {
  if (!url.startsWith('/w/')) return ''
  return /^\/w\/([a-z0-9]{10})\/?(?:\?|$)/.exec(url)?.[1] ?? ''
}
