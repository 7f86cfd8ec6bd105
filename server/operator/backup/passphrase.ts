import { readFileSync } from 'node:fs'
import { ConfigError } from '../../platform/config/config-error.ts'

const MIN_LENGTH = 12

/**
 * Returns the first line of a passphrase file. A final line break, which editors add, is ignored.
 */
export function readPassphraseFile(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `The passphrase in ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
  return requireMinLength(text.split(/\r?\n/, 1)[0] ?? '', path)
}

export function requireMinLength(passphrase: string, place: string): string {
  if (passphrase.length >= MIN_LENGTH) return passphrase
  throw new ConfigError(`The passphrase in ${place} must have ${MIN_LENGTH} characters or more.`)
}
