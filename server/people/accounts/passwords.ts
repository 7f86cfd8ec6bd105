import { randomBytes } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** Maximum length of a password. Longer ones would only cost the server time to hash. */
export const PASSWORD_MAX_LENGTH = 200

/**
 * Parameters that OWASP recommends first: argon2id with 19 MiB and two passes. Algorithm 2 is
 * argon2id; the package's enum cannot be used outside its own build.
 */
const HASH_OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(normalize(password), HASH_OPTIONS)

/**
 * Returns whether the password is correct. Takes the same time for an unknown account (`stored`
 * undefined).
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await getDecoyHash()), normalize(password.slice(0, 1000)))
  return stored !== undefined && matches
}

/** Returns the reason why a password is not accepted, or undefined. */
export function passwordProblem(password: string, email: string): string | undefined {
  const { length } = password
  if (length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters.`
  if (length > PASSWORD_MAX_LENGTH) return `Use at most ${PASSWORD_MAX_LENGTH} characters.`
  const plain = password.toLowerCase()
  if (plain === email || plain === email.split('@')[0]) return 'Your email is too easy to guess.'
  if (isCommon(plain)) return 'This password is too easy to guess. Try a few unrelated words.'
  return undefined
}

function isCommon(plain: string): boolean {
  const letters = plain.replace(/[^\p{L}]+$/u, '')
  return (
    new Set(plain).size < 4 ||
    isSequence(plain) ||
    COMMON_PASSWORDS.has(plain) ||
    COMMON_PASSWORDS.has(letters)
  )
}

/**
 * Returns whether each character follows the previous one by one step up or down: `12345678`,
 * `abcdefgh`, `87654321`.
 */
function isSequence(plain: string): boolean {
  const steps = new Set<number>()
  for (let i = 1; i < plain.length; i += 1) steps.add(plain.charCodeAt(i) - plain.charCodeAt(i - 1))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

/**
 * Normalizes the password, because keyboards produce different code points for the same letters.
 */
const normalize = (password: string) => password.normalize('NFKC')

let decoyHash: Promise<string> | undefined
const getDecoyHash = () => (decoyHash ??= hashPassword(randomBytes(18).toString('base64')))
