import { readFileSync } from 'node:fs'
import { ConfigError } from '../../platform/config/config-error.ts'

const LEAST = 12

/**
 * Returns the first line of a passphrase file. A final line break, which editors add, is ignored.
 */
export function passphraseIn(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `The passphrase in ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
  return fit(text.split(/\r?\n/, 1)[0] ?? '', path)
}

export function fit(passphrase: string, place: string): string {
  if (passphrase.length >= LEAST) return passphrase
  throw new ConfigError(`The passphrase in ${place} must have ${LEAST} characters or more.`)
}
