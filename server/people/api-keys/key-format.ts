import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_PREFIX } from '#contract/developers/api-keys.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 6
/** 32 characters of 62 are 190 random bits. */
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6

const PATTERN = `${KEY_PREFIX}[0-9A-Za-z]{${ID_LENGTH}}_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`
const WHOLE_KEY = new RegExp(`^${PATTERN}$`)
const ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`)
const KEY_IN_TEXT = new RegExp(PATTERN)

/**
 * Creates a key: prefix, id, random characters and a checksum, which lets scanners for leaked
 * secrets discard text that only looks like a key.
 */
export function createKey(): { id: string; key: string } {
  const id = randomText(ID_LENGTH)
  const start = `${KEY_PREFIX}${id}_${randomText(SECRET_LENGTH)}`
  return { id, key: start + checksumOf(start) }
}

/** Returns whether a text has the form of a key and its checksum is correct. */
export const isKey = (text: string): boolean =>
  WHOLE_KEY.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)))

/** Returns whether a text has the form of a key's id. */
export const isKeyId = (text: string): boolean => ID.test(text)

/** Returns the first key inside a text, for example in the query string of an address. */
export function findKeyInText(text: string): string | undefined {
  const [key] = KEY_IN_TEXT.exec(text) ?? []
  return key !== undefined && isKey(key) ? key : undefined
}

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Returns the CRC-32 of a text in six digits of base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
