import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import webpush from 'web-push'
import { ConfigError } from './config-values.ts'

const Secret = v.pipe(v.string(), v.minLength(16))

const Secrets = v.object({
  jwt: Secret,
  signing: Secret,
  vapid: v.object({ publicKey: v.string(), privateKey: v.string() }),
  clickSalt: Secret,
})
export type Secrets = v.InferOutput<typeof Secrets>

/** Made at first start and kept in DATA_DIR for the process's own account alone (D-108). */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true })
  if (!readable(path)) create(path)
  chmodSync(path, 0o600)
  try {
    return v.parse(Secrets, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new ConfigError(`${path} is damaged. Put its backup back; a new one signs everyone out.`)
  }
}

function readable(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Written beside and linked into place, so that of two first starts one wins and both read it whole. */
function create(path: string) {
  const secrets: Secrets = {
    jwt: random(),
    signing: random(),
    vapid: webpush.generateVAPIDKeys(),
    clickSalt: random(),
  }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const random = () => randomBytes(32).toString('base64url')
