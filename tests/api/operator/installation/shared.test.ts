import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acceptShared, checkShared } from '../../../../server/operator/installation/shared.ts'
import { loadSecrets } from '../../../../server/platform/secrets/secrets.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'
import { expectNoParts } from '#support/expect-parts.ts'

const folder = folderForThisFile()
const dataDir = (name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

const server = await startTestServer()
const { socketDir, user, database } = server.database.address
const DATABASE_URL = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
await forThisFile(startReadyProcess({ env: { DATA_DIR: dataDir('a'), DATABASE_URL } }))

const start = (name: string) => runProcess({ env: { DATA_DIR: dataDir(name), DATABASE_URL } })
const accept = (name: string, what: string) =>
  runProcess({
    script: 'operator.js',
    args: ['accept', what],
    env: { DATA_DIR: dataDir(name), DATABASE_URL },
  })

test('a second server with other secrets or pictures does not start and says which differ', async () => {
  const strange = await start('b')
  expect(strange.code).toBe(1)
  expect(strange.out).toBe('')
  expect(strange.err).toMatch(/^This server has other secrets than .* set JWT_SECRET, .*\n$/)

  copyFileSync(join(dataDir('a'), 'secrets.json'), join(dataDir('b'), 'secrets.json'))
  const apart = await start('b')
  expect(apart.code).toBe(1)
  expect(apart.err).toMatch(/^This server keeps pictures elsewhere than .* accept storage\n$/)

  copyFileSync(join(dataDir('a'), 'secrets.json'), join(dataDir('c'), 'secrets.json'))
  symlinkSync(join(dataDir('a'), 'media'), join(dataDir('c'), 'media'))
  const fitting = await startReadyProcess({ env: { DATA_DIR: dataDir('c'), DATABASE_URL } })
  await fitting.end()
})

test('after the operator accepts changed secrets, the old ones are refused', async () => {
  const { out, code } = await accept('d', 'secrets')
  expect(out).toMatch(/^All servers must use the secrets of this machine from now on\./)
  expect(code).toBe(0)
  expect((await start('c')).err).toMatch(/^This server has other secrets /)
  expect((await start('d')).err).toMatch(/^This server keeps pictures elsewhere /)
  expect((await accept('d', 'storage')).code).toBe(0)
  const moved = await startReadyProcess({ env: { DATA_DIR: dataDir('d'), DATABASE_URL } })
  await moved.end()
})

test('servers with the same bucket share pictures, and the database contains no secrets', async () => {
  const other = await createTestServer()
  const secrets = loadSecrets(dataDir('e'))
  const given = (bucket: string, name = 'e') => ({
    secrets,
    config: {
      dataDir: dataDir(name),
      databaseUrl: DATABASE_URL,
      s3: { endpoint: 'https://s3.example', bucket, accessKey: 'k', secretKey: 's', region: 'r' },
    },
  })
  await checkShared(other.deps.db, given('pictures'))
  await checkShared(other.deps.db, given('pictures', 'f'))
  await expect(checkShared(other.deps.db, given('others'))).rejects.toThrow(/elsewhere/)
  await acceptShared(other.deps.db, 'storage', given('others'))
  await checkShared(other.deps.db, given('others'))
  const rows = await other.deps.sql<{ value: string }[]>`select value::text from operator_settings`
  const stored = rows.map(({ value }) => value).join(' ')
  expectNoParts(stored, secrets.jwt, secrets.signing, secrets.vapid.privateKey)
  await other.stop()
})

test('a server with the embedded database is not checked', async () => {
  const secrets = loadSecrets(dataDir('g'))
  const { config, db } = server.deps
  const asked = checkShared(db, { secrets, config: { ...config, databaseUrl: null } })
  await expect(asked).resolves.toBeUndefined()
})
