import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import { connect } from '../../../../server/platform/db/client.ts'
import { runningEmbedded, startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { unavailableReason } from '../../../../server/platform/db/unavailable.ts'
import type { Log } from '../../../../server/platform/log/log.ts'

// These tests start and stop whole databases, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const nothing = () => {}
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const made: string[] = []
const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-embedded-'))
  made.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of made.splice(0)) {
    const link = join(folder, 'postgres')
    // If the database's account cannot reach the data folder, the cluster is stored elsewhere.
    const home = existsSync(link) ? dirname(realpathSync(link)) : folder
    for (const path of new Set([home, folder])) rmSync(path, { recursive: true, force: true })
  }
})

/** Returns a properly stopped cluster and its real folder. */
async function stoppedCluster(): Promise<{ dataDir: string; cluster: string }> {
  const dataDir = makeFolder()
  const first = await startEmbedded({ dataDir, log })
  await first.stop()
  return { dataDir, cluster: first.folder }
}

test.each<[string, (cluster: string) => void, RegExp]>([
  [
    'its control file is damaged',
    (cluster) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192)),
    /control file|pg_control|database files are incompatible/,
  ],
  [
    'its control file is missing',
    (cluster) => rmSync(join(cluster, 'global/pg_control')),
    /pg_control/,
  ],
  [
    'its log is gone',
    (cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true }),
    /pg_wal|checkpoint/,
  ],
])('when %s, the error contains PostgreSQL’s message', async (_name, damage, words) => {
  const { dataDir, cluster } = await stoppedCluster()
  damage(cluster)
  const start = startEmbedded({ dataDir, log })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(words)
  expect(await runningEmbedded(dataDir)).toBeNull()
})

test.runIf(process.platform === 'linux')(
  'a statement that needs too much memory fails, and its connection stays usable',
  async () => {
    const database = await startEmbedded({ dataDir: makeFolder(), log })
    const { sql } = connect(database.address, { max: 1 })
    const [before] = await sql`select pg_backend_pid() as pid`
    const failure: unknown = await sql`select length(repeat('x', 900000000))`.catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: '53200' })
    // The server answers this error with 503.
    expect(unavailableReason(failure)).toBe('full')
    expect(await sql`select pg_backend_pid() as pid`).toEqual([before])
    await sql.end()
    await database.stop()
  },
)
