import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect, type DbAddress } from '../../../server/platform/db/client.ts'
import { startEmbedded, type Embedded } from '../../../server/platform/db/embedded/embedded.ts'
import { migrateAll } from '../../../server/platform/jobs/migrate-all.ts'
import { createLog } from '../../../server/platform/log/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: Extract<DbAddress, { socketDir: string }>
  }
}

export const TEMPLATE = 'split_template'
const PREFIX = 'split-test-db-'

/**
 * Settings for speed. The data need not survive a power failure, and many test servers connect at
 * once.
 */
const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
}

let embedded: Embedded | undefined
let folder: string | undefined

/**
 * Starts one database process for the whole run, with a migrated template that every test server
 * copies.
 */
export async function setup(project: TestProject) {
  removeLeftovers()
  const log = createLog('error')
  folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  embedded = await startEmbedded({ dataDir: folder, log, settings: QUICK })
  const { address } = embedded
  const { pool } = connect({ ...address, database: 'postgres' }, { max: 1 })
  await pool.query(`create database ${TEMPLATE}`)
  await pool.end()
  await migrateAll({ ...address, database: TEMPLATE }, log)
  project.provide('database', address)
}

export async function teardown() {
  await embedded?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

/** Deletes folders of killed runs. Their databases have ended with them. */
function removeLeftovers() {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))
  for (const name of folders) {
    const path = join(tmpdir(), name)
    const mark = join(path, 'owner.pid')
    if (existsSync(mark) && !isAlive(Number(readFileSync(mark, 'utf8')))) {
      rmSync(path, { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
