import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { verifyEntries } from '../../../../server/operator/actions/audit-log.ts'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { noProgress, type Progress } from '../../../../server/operator/backup/progress.ts'
import { writeBackup } from '../../../../server/operator/backup/write-backup.ts'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { filesOf, createFilledServer } from '#support/server/filled-server.ts'
import {
  runStatement,
  contentsOf,
  emptyPlace,
  type EmptyPlace,
} from '#support/server/installations.ts'
import { addLink } from '#support/server/links.ts'
import { createTestServer, toInit } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const log = createLog('error')
const folder = folderForThisFile()
const PASSPHRASE = 'unlike words for a backup'

const from = await createFilledServer()
afterAll(async () => {
  await from.server.stop()
})

let place: EmptyPlace
beforeEach(async () => {
  place = await emptyPlace()
})
afterEach(() => place.remove())

const backupTo = (
  path: string,
  passphrase: string | null = PASSPHRASE,
  progress: Progress = noProgress,
) => writeBackup(from.server.deps, path, { passphrase, progress })

const restore = (path: string, passphrase: string | null = PASSPHRASE) =>
  restoreBackup({ path, passphrase }, { config: place.config, log, progress: noProgress })

const nothingThere = async () => {
  expect(await contentsOf(place.address)).toEqual({})
  expect(await filesOf(place.config.dataDir)).toEqual({})
}

test('a restore contains all data of one moment, and the server continues with it', async () => {
  const path = join(folder, 'whole.backup')
  const { address } = from.server.database
  const [before, files] = [
    await contentsOf(address),
    await filesOf(from.server.deps.config.dataDir),
  ]
  let isWriting: Promise<unknown> | undefined
  const { manifest, sha256 } = await backupTo(path, PASSPHRASE, (stage) => {
    // A user writes while the tables are read.
    if (stage === 'Reading the database') isWriting ??= addLink(from.person)
  })
  await isWriting
  expect(await contentsOf(address)).not.toEqual(before)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(path).mode & 0o077).toBe(0)

  await restore(path, PASSPHRASE)
  const after = await contentsOf(place.address)
  expect(after).toEqual(before)
  expect(manifest.database.tables.map(({ rows }) => String(rows))).toEqual(
    Object.values(after).map((sum) => sum.split(' ')[0]),
  )
  expect(await filesOf(place.config.dataDir)).toEqual(files)

  const server = await createTestServer({
    listen: true,
    databaseAddress: place.address,
    dataDir: place.config.dataDir,
  })
  const { token } = from.person
  const visit = await server.request('GET', new URL(from.link.split_url).pathname)
  expect(visit.headers.get('location')).toBe('https://shop.example/lamp')
  const me = await server.request('GET', '/v1/users/me', { token })
  expect(await me.json()).toMatchObject({ email: from.person.email })
  const send = (method: string, at: string, body?: unknown) =>
    fetch(server.origin + at, toInit(method, { token, body }))
  await addLink({ ...from.person, send })
  await expect(
    server.deps.sql`update ledger_entries set cents = 1`.catch((error: Error) => error.message),
  ).resolves.toContain('are never changed')
  expect(await verifyEntries(server.deps.db)).toEqual({ count: 1, problems: [] })
  await server.stop()
})

test('ids assigned after the backup are not assigned again', async () => {
  const path = join(folder, 'numbers.backup')
  await backupTo(path)
  await restore(path)
  const sequences = `select schemaname, sequencename, last_value from pg_sequences order by 1, 2`
  const numbers = await runStatement(place.address, sequences)
  expect(numbers).toEqual(await runStatement(from.server.database.address, sequences))
  expect(numbers.some(({ last_value: last }) => Number(last) > 1)).toBe(true)
})

const altered = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0xff
  return copy
}
const places = (bytes: Buffer, count: number) =>
  Array.from({ length: count }, (_, nth) => Math.floor((bytes.length - 1) * (nth / (count - 1))))

describe('a damaged backup is refused, and nothing is written', () => {
  const [plain, sealed] = [join(folder, 'plain.backup'), join(folder, 'sealed.backup')]
  beforeAll(async () => {
    await backupTo(plain, null)
    await backupTo(sealed, PASSPHRASE)
  })

  const refusal = async (bytes: Buffer, passphrase: string | null = null) => {
    const path = join(folder, 'other.backup')
    writeFileSync(path, bytes)
    const error = await restore(path, passphrase).then(
      () => 'restored',
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).not.toContain('\n')
    return (error as Error).message
  }
  test('with changed bytes', async () => {
    const bytes = readFileSync(plain)
    for (const at of [...places(bytes, 12), 5, 9, bytes.length - 5]) {
      // oxlint-disable-next-line no-await-in-loop -- one target
      expect(await refusal(altered(bytes, at))).toContain('is not a complete backup')
    }
    await nothingThere()
  })

  test('with changed bytes, encrypted', async () => {
    const bytes = readFileSync(sealed)
    for (const at of places(bytes, 3)) {
      // oxlint-disable-next-line no-await-in-loop -- one target
      expect(await refusal(altered(bytes, at), PASSPHRASE)).toMatch(/complete backup|altered/)
    }
    await nothingThere()
  })

  test('truncated, or with extra bytes at the end', async () => {
    for (const [path, passphrase] of [
      [plain, null],
      [sealed, PASSPHRASE],
    ] as const) {
      const bytes = readFileSync(path)
      const others = [
        bytes.subarray(0, bytes.length - 1),
        bytes.subarray(0, 20),
        Buffer.alloc(0),
        Buffer.concat([bytes, Buffer.from('more')]),
      ]
      for (const other of others) {
        // oxlint-disable-next-line no-await-in-loop -- one target
        expect(await refusal(other, passphrase)).toContain('is not a complete backup')
      }
    }
    await nothingThere()
  })

  test('with a wrong passphrase or none', async () => {
    const bytes = readFileSync(sealed)
    expect(await refusal(bytes, 'other words for a backup')).toContain('The passphrase is wrong')
    expect(await refusal(bytes)).toContain('This backup is encrypted')
    await nothingThere()
  })
})

test('a restore needs an empty database and folder', async () => {
  const path = join(folder, 'again.backup')
  await backupTo(path)
  await expect(backupTo(path)).rejects.toThrow(`The file ${path} already exists.`)
  await restore(path)
  const [rows, files] = [await contentsOf(place.address), await filesOf(place.config.dataDir)]
  await expect(restore(path)).rejects.toThrow(`${place.config.dataDir} is not empty`)
  const elsewhere = { ...place.config, dataDir: join(folder, 'elsewhere') }
  await expect(
    restoreBackup(
      { path, passphrase: PASSPHRASE },
      { config: elsewhere, log, progress: noProgress },
    ),
  ).rejects.toThrow('The database is not empty')
  expect(await contentsOf(place.address)).toEqual(rows)
  expect(await filesOf(place.config.dataDir)).toEqual(files)
  expect(await filesOf(elsewhere.dataDir)).toEqual({})
})

const stop: Progress = (stage, detail = '') => {
  if (stage === 'Writing the database' && detail.includes('links')) throw new Error('stopped')
}

test('a failed restore leaves nothing and can be repeated', async () => {
  const path = join(folder, 'middle.backup')
  await backupTo(path)
  await expect(
    restoreBackup({ path, passphrase: PASSPHRASE }, { config: place.config, log, progress: stop }),
  ).rejects.toThrow('stopped')
  await nothingThere()
  expect(existsSync(join(place.config.dataDir, 'restore.part'))).toBe(false)
  await restore(path)
  expect(await contentsOf(place.address)).toEqual(await contentsOf(from.server.database.address))
})

test('files of a killed backup or restore do not prevent the next one', async () => {
  const path = join(folder, 'killed.backup')
  await backupTo(path)
  // Simulates a restore that was interrupted before it took effect.
  const staging = join(place.config.dataDir, 'restore.part')
  mkdirSync(staging, { recursive: true })
  for (const name of ['secrets.json', 'of-another-backup.txt'])
    writeFileSync(join(staging, name), 'half')
  await restore(path)
  expect(existsSync(staging)).toBe(false)
  expect(await filesOf(place.config.dataDir)).toEqual(
    await filesOf(from.server.deps.config.dataDir),
  )
})

test('a cancelled backup leaves no file', async () => {
  const path = join(folder, 'stopped.backup')
  const gone = new AbortController()
  const progress: Progress = (stage) => {
    if (stage === 'Reading the database') gone.abort(new Error('going down'))
  }
  const options = { passphrase: PASSPHRASE, progress, signal: gone.signal }
  await expect(writeBackup(from.server.deps, path, options)).rejects.toThrow('going down')
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
})
