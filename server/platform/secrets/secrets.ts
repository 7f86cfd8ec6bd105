import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import webpush from 'web-push'
import { ConfigError } from '../config/config-values.ts'
import { makeFolder } from './make-folder.ts'
import { writeOnce } from './write-once.ts'

const Secret = v.pipe(v.string(), v.minLength(32))

const Secrets = v.object({
  jwt: Secret,
  signing: Secret,
  vapid: v.object({ publicKey: v.string(), privateKey: v.string() }),
})
export type Secrets = v.InferOutput<typeof Secrets> & {
  /** Key of 32 bytes that encrypts the access tokens of connected services. */
  tokens: Buffer
}
type Stored = v.InferOutput<typeof Secrets>

/**
 * Loads the secrets from the environment or from DATA_DIR, and creates missing ones at the first
 * start. Servers on several machines share them through the environment.
 */
export function loadSecrets(dataDir: string, env: NodeJS.ProcessEnv = {}): Secrets {
  const fromEnv = fromEnvironment(env)
  try {
    makeFolder(dataDir)
    const stored = { ...fromFile(join(dataDir, 'secrets.json')), ...fromEnv }
    return { ...stored, tokens: tokenKey(stored) }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}.`)
  }
}

/**
 * Derives the key from the signing secret, so that machines with the same secret can read each
 * other's tokens.
 */
const tokenKey = ({ signing }: Stored) =>
  Buffer.from(hkdfSync('sha256', signing, '', 'tokens of connected accounts', 32))

/** Returns whether the environment sets all secrets, so that the file is not used. */
export const setsAllSecrets = (env: NodeJS.ProcessEnv): boolean =>
  Object.keys(fromEnvironment(env)).length === Object.keys(Secrets.entries).length

function fromEnvironment(env: NodeJS.ProcessEnv): Partial<Stored> {
  const read = (name: string) => {
    const value = env[name]
    if (value && value.length < 32)
      throw new ConfigError(`${name} must have 32 characters or more.`)
    return value
  }
  const jwt = read('JWT_SECRET')
  const signing = read('SIGNING_SECRET')
  const publicKey = read('VAPID_PUBLIC_KEY')
  const privateKey = read('VAPID_PRIVATE_KEY')
  if (!publicKey !== !privateKey) {
    throw new ConfigError('Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.')
  }
  return {
    ...(jwt && { jwt }),
    ...(signing && { signing }),
    ...(publicKey && privateKey && { vapid: { publicKey, privateKey } }),
  }
}

function fromFile(path: string): Stored {
  if (!existsSync(path)) create(path)
  chmodSync(path, 0o600)
  const text = readFileSync(path, 'utf8')
  try {
    return v.parse(Secrets, JSON.parse(text))
  } catch {
    throw new ConfigError(
      `${path} is damaged. Put its backup back: with new secrets, stored gift card codes, tax ids, keys and authenticator apps cannot be read.`,
    )
  }
}

/** If two processes start at the same time, the first one's secrets are used. */
function create(path: string) {
  const secrets: Stored = {
    jwt: random(),
    signing: random(),
    vapid: webpush.generateVAPIDKeys(),
  }
  writeOnce(
    path,
    `${JSON.stringify(secrets, null, 2)}
`,
    0o600,
  )
}

const random = () => randomBytes(32).toString('base64url')
