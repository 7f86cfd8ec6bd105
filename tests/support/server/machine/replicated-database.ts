import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPlaces } from '../../../../server/platform/db/embedded/places.ts'
import { startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { migrateAll } from '../../../../server/platform/jobs/migrate-all.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { databaseUrl, runStatement } from '../installations.ts'

/** The data need not survive a power failure. Commits are written before they are answered. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '60' }

/**
 * Starts a migrated PostgreSQL and a streaming replica of it, which is a copy of its data folder
 * with `standby.signal`, as a base backup is.
 */
export async function startReplicated() {
  const log = createLog('error')
  const folders = [newFolder(), newFolder()] as const
  const start = (dataDir: string, more: Record<string, string> = {}) =>
    startEmbedded({ dataDir, log, settings: { ...SETTINGS, ...more } })

  const first = await start(folders[0])
  await migrateAll(first.address, log)
  await first.stop()
  copyCluster(...folders)
  const primary = await start(folders[0])
  const follow = { primary_conninfo: `host=${primary.address.socketDir} user=split` }
  let replica = await start(folders[1], follow)

  const on = (text: string) => runStatement(replica.address, text)
  return {
    primary: primary.address,
    replicaUrl: databaseUrl(replica.address),
    /** Keeps the replica at its present data. */
    pause: () => on('select pg_wal_replay_pause()'),
    resume: () => on('select pg_wal_replay_resume()'),
    /** Ends the standby mode, so that it becomes another primary. */
    promote: () => on('select pg_promote()'),
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = await start(folders[1], follow)
    },
    async stop() {
      await replica.stop()
      await primary.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'split-test-replicated-'))

function copyCluster(from: string, to: string) {
  const { cluster } = findPlaces(to)
  execFileSync('cp', ['-a', findPlaces(from).cluster, cluster])
  writeFileSync(join(cluster, 'standby.signal'), '')
}
