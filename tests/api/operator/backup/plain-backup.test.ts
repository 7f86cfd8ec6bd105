import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readArchive } from '../../../../server/operator/backup/archive.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { contentsOf, emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'

// These tests start and stop whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const path = join(folderForThisFile(), 'plain.backup')
const operate = (env: Record<string, string>, ...args: string[]) =>
  runProcess({ script: 'operator.js', env, args })

let from: EmptyPlace
let ana: Person
let secretsFile: string
let output: string
beforeAll(async () => {
  from = await emptyPlace()
  secretsFile = join(from.env.DATA_DIR, 'secrets.json')
  const server = await startReadyProcess({ env: from.env })
  ana = await signUp(server)
  await server.end()
  output = (await operate(from.env, 'backup', path)).out
})
afterAll(() => from.remove())

let place: EmptyPlace
beforeEach(async () => {
  place = await emptyPlace()
  mkdirSync(place.env.DATA_DIR)
})
afterEach(() => place.remove())

/** Returns the status of a call with the session from before the backup. */
async function statusAfterStart(env: Record<string, string>): Promise<number> {
  const server = await startReadyProcess({ env })
  const { status } = await server.request('GET', '/v1/users/me', { token: ana.token })
  await server.end()
  return status
}

test('a backup that is not encrypted contains no secrets, and says so', async () => {
  expect(output).toContain(`Keep a copy of ${secretsFile} and of secrets in the environment`)
  const { jwt, signing, vapid } = JSON.parse(readFileSync(secretsFile, 'utf8'))
  const secrets = [jwt, signing, vapid.privateKey] as string[]
  expect(secrets.every((secret) => secret.length >= 32)).toBe(true)
  const names: string[] = []
  for await (const { name, bytes } of readArchive(path, null)) {
    names.push(name)
    for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false)
  }
  expect(names).not.toContain('files/secrets.json')
  expect(names.filter((name) => name.startsWith('tables/')).length).toBeGreaterThan(10)
})

test('its restore needs the secrets of the old server', async () => {
  const refused = await operate(place.env, 'restore', path)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain(
    'contains no secrets, because it is not encrypted. Copy secrets.json',
  )
  expect(await contentsOf(place.address)).toEqual({})

  copyFileSync(secretsFile, join(place.env.DATA_DIR, 'secrets.json'))
  expect(await operate(place.env, 'restore', path)).toMatchObject({ code: 0 })
  expect(await statusAfterStart(place.env)).toBe(200)
})

test('its restore accepts the secrets from the environment', async () => {
  const { jwt, signing, vapid } = JSON.parse(readFileSync(secretsFile, 'utf8'))
  const env = {
    ...place.env,
    JWT_SECRET: jwt,
    SIGNING_SECRET: signing,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
  }
  const restored = await operate(env, 'restore', path)
  expect(restored.out).toMatch(/\nStart the server now\.\n$/)
  expect(await statusAfterStart(env)).toBe(200)
})

test('with --new-secrets it is restored without them', async () => {
  const restored = await operate(place.env, 'restore', path, '--new-secrets')
  expect(restored.out).toContain('Run now: npm run operator -- accept secrets.')
  expect(await operate(place.env, 'accept', 'secrets')).toMatchObject({ code: 0 })
  expect(await statusAfterStart(place.env)).toBe(200)
})
