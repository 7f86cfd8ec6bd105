import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fillDatabase } from '../../../../server/operator/backup/restore.ts'
import { noProgress, type Progress } from '../../../../server/operator/backup/progress.ts'
import { withSnapshot } from '../../../../server/operator/backup/snapshot.ts'
import { upgradeEmbedded } from '../../../../server/operator/backup/upgrade-embedded.ts'
import { readConfig, type Config } from '../../../../server/platform/config/config.ts'
import { majorVersion } from '../../../../server/platform/db/embedded/binaries.ts'
import { openCluster, startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { findPlaces } from '../../../../server/platform/db/embedded/places.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { createFilledServer, type FilledServer } from '#support/server/filled-server.ts'
import { runStatement, contentsOf } from '#support/server/installations.ts'
import { startProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

// These tests start and stop whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const binOf = (major: string) => `/usr/lib/postgresql/${major}/bin`
/** Other major version of PostgreSQL that Debian has installed. */
const OLD = ['17', '16', '15', '14'].find(
  (major) => major !== majorVersion() && existsSync(join(binOf(major), 'initdb')),
)
const [major, bin] = [OLD ?? '', binOf(OLD ?? '')]
const MISSING = OLD === undefined ? `: there is no other PostgreSQL here` : ` ${major}`

const quiet = createLog('error')

/** Throws as if the disk were full while the links are written. */
const failAtLinks: Progress = (stage, detail = '') => {
  if (stage === 'Writing the database' && detail.includes('links')) throw new Error('no room')
}

describe.skipIf(OLD === undefined)(`data of PostgreSQL${MISSING}`, () => {
  let source: FilledServer
  /** Data folder of the old version, copied for each test. */
  const model = folderForThisFile()
  /** Rows of the source. */
  let expected: Record<string, string>
  beforeAll(async () => {
    source = await createFilledServer()
    expected = await oldInstallation(model)
  })
  afterAll(async () => {
    await source.server.stop()
  })

  let dataDir: string
  let config: Config
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'split-test-major-'))
    config = readConfig({ DATA_DIR: dataDir })
    // Keeps the owner of the files, which is the account that runs the database.
    execFileSync('cp', ['-a', `${model}/.`, dataDir])
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const at = (name: string) => join(dataDir, name)
  const versionOf = (name: string) => readFileSync(at(`${name}/PG_VERSION`), 'utf8').trim()
  const folders = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres'))

  /** Writes the source's data into a cluster created and run by the old version. */
  async function oldInstallation(folder: string) {
    const { server } = source
    copyFileSync(join(server.deps.config.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
    const places = findPlaces(folder)
    const { cluster, account } = places
    mkdirSync(cluster, { mode: 0o700 })
    if (account) chownSync(cluster, account.uid, account.gid)
    const how = ['-U', 'split', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    const who = account ? { uid: account.uid, gid: account.gid } : {}
    const made = spawnSync(join(bin, 'initdb'), ['-D', cluster, ...how], { cwd: '/', ...who })
    if (made.status !== 0) throw new Error(String(made.stderr))
    const old = await openCluster({ ...places, bin }, { dataDir: folder, log: quiet })
    await withSnapshot(server.deps.pool, ({ catalog, rows, state }) =>
      fillDatabase(old.address, quiet, { from: catalog, rows, state, progress: noProgress }),
    )
    const contents = await contentsOf(old.address)
    await old.stop()
    return contents
  }

  /** Runs a statement in the database of the old version. */
  async function runOnOld(text: string) {
    const old = await openCluster({ ...findPlaces(dataDir), bin }, { dataDir, log: quiet })
    await runStatement(old.address, text)
    await old.stop()
  }

  /** Starts our database and returns all rows. */
  async function contentsNow() {
    const { address, stop } = await startEmbedded({ dataDir, log: quiet })
    const contents = await contentsOf(address)
    await stop()
    return contents
  }

  test('a start killed during the upgrade keeps the old data, and the next start upgrades it', async () => {
    const env = { DATA_DIR: dataDir }
    // A prepared transaction locks a table across restarts, so the upgrade stops in the middle.
    appendFileSync(at('postgres/postgresql.auto.conf'), 'max_prepared_transactions = 1\n')
    await runOnOld(`begin; lock table users in access exclusive mode; prepare transaction 'held'`)
    const killed = await startProcess({ env })
    await expect
      .poll(() => existsSync(at('postgres.upgrade/PG_VERSION')), { timeout: 90_000, interval: 5 })
      .toBe(true)
    killed.kill('SIGKILL')
    await killed.exit()
    expect(versionOf('postgres')).toBe(major)
    await runOnOld(`rollback prepared 'held'`)

    const server = await startReadyProcess({ env })
    const logLines = (server.output.out + server.output.err).split('\n')
    expect(
      logLines.filter((line) =>
        /upgrading the database|database upgraded|the old database is kept/.test(line),
      ),
    ).toHaveLength(3)
    expect(logLines.join('\n')).toContain(`upgrading the database from PostgreSQL ${major}`)
    expect(logLines.join('\n')).toContain(at(`postgres.${major}`))
    const visit = await server.request('GET', new URL(source.link.split_url).pathname)
    expect(visit.headers.get('location')).toBe('https://shop.example/lamp')
    const me = await server.request('GET', '/v1/users/me', { token: source.person.token })
    expect(await me.json()).toMatchObject({ email: source.person.email })
    await server.end()
    expect(versionOf('postgres')).toBe(majorVersion())
    expect(versionOf(`postgres.${major}`)).toBe(major)
    expect(folders().sort()).toEqual(['postgres', `postgres.${major}`])
  })

  test('the upgrade keeps every row, also if killed between its renames, and the old folder works', async () => {
    await upgradeEmbedded(config, quiet)
    expect(await contentsNow()).toEqual(expected)
    const places = { ...findPlaces(dataDir), bin, cluster: at(`postgres.${major}`) }
    const old = await openCluster(places, { dataDir, log: quiet })
    expect(await contentsOf(old.address)).toEqual(expected)
    await old.stop()
    // Simulates an interruption between the two renames. The next start completes the second one,
    // and the start after it has nothing to do.
    renameSync(at('postgres'), at('postgres.upgraded'))
    for (let starts = 1; starts <= 2; starts += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await upgradeEmbedded(config, quiet)
      expect(folders().sort()).toEqual(['postgres', `postgres.${major}`])
    }
    expect(await contentsNow()).toEqual(expected)
  })

  test('a failed upgrade leaves the old data unchanged and no other files', async () => {
    await expect(upgradeEmbedded(config, quiet, failAtLinks)).rejects.toThrow(
      /could not be upgraded to a newer PostgreSQL: no room\. It is unchanged/,
    )
    expect(folders()).toEqual(['postgres'])
    expect(versionOf('postgres')).toBe(major)
    const absent = { ...config, pgOldBin: at('nowhere') }
    await expect(upgradeEmbedded(absent, quiet)).rejects.toThrow(/\n.*PG_OLD_BIN .*\n/)
    expect(folders()).toEqual(['postgres'])
    // Folders left by interrupted starts.
    mkdirSync(at('postgres.upgraded'))
    mkdirSync(at('postgres.upgrade'))
    await upgradeEmbedded({ ...config, pgOldBin: bin }, quiet)
    expect(folders().sort()).toEqual(['postgres', `postgres.${major}`])
    expect(await contentsNow()).toEqual(expected)
  })
})
