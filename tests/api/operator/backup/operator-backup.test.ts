import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openClient } from '../../../../server/platform/db/client.ts'
import { createFilledServer } from '#support/server/filled-server.ts'
import { contentsOf, emptyPlace, databaseUrl } from '#support/server/installations.ts'
import { runProcess, startProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'

// These tests start and stop whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = folderForThisFile()
const dataDir = join(folder, 'data')
const from = await createFilledServer()
const place = await forThisFile(emptyPlace())
afterAll(async () => {
  await from.server.stop()
  removeCluster()
})

/**
 * Deletes a cluster that is stored elsewhere because the database's account cannot reach the
 * folder.
 */
function removeCluster() {
  const link = join(dataDir, 'postgres')
  if (!existsSync(link)) return
  const home = dirname(realpathSync(link))
  if (home !== realpathSync(dataDir)) rmSync(home, { recursive: true })
}

const operate = (env: Record<string, string>, ...args: string[]) =>
  runProcess({ script: 'operator.js', env, args })

test('data moves between an own and the embedded database, after a killed backup (A-163)', async () => {
  const { deps, database } = from.server
  const own = { DATABASE_URL: databaseUrl(database.address), DATA_DIR: deps.config.dataDir }
  const path = join(folder, 'split.backup')

  // The last table is locked, so the backup stays half written.
  const holder = openClient(database.address)
  await holder.connect()
  await holder.query('begin; lock table users in access exclusive mode')
  const killed = await startProcess({ script: 'operator.js', env: own, args: ['backup', path] })
  await expect.poll(() => existsSync(`${path}.part`), { timeout: 60_000 }).toBe(true)
  killed.kill('SIGKILL')
  await killed.exit()
  await holder.end()
  expect(readdirSync(folder)).toEqual(['split.backup.part'])

  const passphrase = join(folder, 'passphrase')
  writeFileSync(passphrase, 'unlike words for a backup\n')
  const before = await contentsOf(database.address)
  const done = await operate(own, 'backup', path, '--passphrase-file', passphrase)
  expect(done).toMatchObject({ code: 0 })
  expect(done.out).toMatch(/public\.users +2 rows/)
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
  expect(done.out).toContain(`SHA-256 ${sum}`)
  expect(done.err).toContain('Reading the database')
  expect(existsSync(`${path}.part`)).toBe(false)
  const { out: status } = await operate(own, 'status')
  expect(status).toMatch(
    /^last backup +no backups set up \(BACKUP_DIR\)\n +by hand \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
  )

  const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'unlike words for a backup' }
  expect(await operate(env, 'restore', path)).toMatchObject({ code: 0 })
  const moved = await operate({ DATA_DIR: dataDir }, 'move-database', place.env.DATABASE_URL)
  expect(moved).toMatchObject({ code: 0 })
  expect(await contentsOf(place.address)).toEqual(before)

  const server = await startReadyProcess({ env: { DATA_DIR: dataDir } })
  const visit = await server.request('GET', new URL(from.link.split_url).pathname)
  expect(visit.headers.get('location')).toBe('https://shop.example/lamp')
  const me = await server.request('GET', '/v1/users/me', { token: from.person.token })
  expect(await me.json()).toMatchObject({ email: from.person.email })
  const refused = await operate({ DATA_DIR: dataDir }, 'move-database', place.env.DATABASE_URL)
  expect(refused.err).toBe('Stop the server first. Changes made during the move would be lost.\n')
  await server.end()
})
