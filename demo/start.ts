// `npm run demo`: starts a separate installation with sample data, which each screen marks as such.
// It uses a new folder and never changes one that it has not created.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, isBuilt } from '../scripts/build.mjs'
import { SAMPLE_DATA_FILE } from '../server/platform/config/sample-data.ts'
import { makeSample, type SignIn } from './sample.ts'
import type { Installation } from './server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Environment variables that are passed on. Databases, mail servers and storage of a real
 * installation are not.
 */
const SETTINGS = ['PATH', 'HOME', 'PORT', 'HOST', 'APP_ORIGIN', 'SHORT_LINK_HOST', 'LOG_LEVEL']

/**
 * Starts the demo. `builtServer` is the folder of a built server; without it, the server is built if
 * necessary.
 */
async function main(builtServer = process.argv[2]): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR']?.trim() || 'data-demo')
  const existing = readSignIn(dataDir)
  if (builtServer === undefined && !isBuilt()) await build()
  const folder = builtServer ?? join(root, 'dist/server')
  const port = process.env['PORT']?.trim() || '8080'
  const env = {
    ...Object.fromEntries(SETTINGS.map((name) => [name, process.env[name]])),
    PORT: port,
    HOST: process.env['HOST']?.trim() || 'localhost',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
    DATA_DIR: dataDir,
  }
  const installation = { folder, env, origin: `http://localhost:${port}` }
  const { email, password } = existing ?? (await createSample(dataDir, installation))
  process.stdout.write(`Sample data. Sign in as ${email} with ${password}\n`)
  // Start the server in this process, so that signals stop it properly.
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value) process.env[name] = value
  await import(pathToFileURL(join(folder, 'main.js')).href)
}

/**
 * Creates the sample data. The marker file is written first, so that the folder is recognised even
 * if this is interrupted.
 */
async function createSample(dataDir: string, installation: Installation): Promise<SignIn> {
  process.stdout.write('Creating sample data …\n')
  const marker = join(dataDir, SAMPLE_DATA_FILE)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(marker, '{}', { mode: 0o600 })
  const signIn = await makeSample(installation, dataDir)
  writeFileSync(marker, JSON.stringify(signIn))
  return signIn
}

/**
 * Returns the sign-in of a finished sample, or null for an empty folder. Throws for any other
 * folder.
 */
function readSignIn(dataDir: string): SignIn | null {
  const marker = join(dataDir, SAMPLE_DATA_FILE)
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return null
  const isOurs = existsSync(marker)
  const signIn = isOurs ? (JSON.parse(readFileSync(marker, 'utf8')) as Partial<SignIn>) : {}
  const { email, password } = signIn
  if (email && password) return { email, password }
  throw new Error(
    isOurs
      ? `The sample in ${dataDir} was not finished. Delete that folder, then try again.`
      : `${dataDir} contains other files than sample data. Set DATA_DIR to another folder.`,
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
