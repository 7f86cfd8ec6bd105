import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { upgradeEmbedded } from '../../../../server/operator/backup/upgrade-embedded.ts'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { startEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { createLog } from '../../../../server/platform/log/log.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'split-test-version-'))
  // If the test runs as root, the database's account has to read this folder.
  chmodSync(dataDir, 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('data of another major version is not changed, and the start explains what to do', async () => {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n')
  const refused = await startEmbedded({ dataDir, log: createLog('error') }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(ConfigError)
  const lines = (refused as Error).message.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('is of PostgreSQL 15, and this installation runs 18.')
  expect(lines[1]).toContain('PG_OLD_BIN')
  expect(lines[2]).toMatch(/operator -- backup .* operator -- restore/)
  expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
})

/** Size larger than any free disk space. The sparse file itself uses none. */
const TERABYTES_8 = 8 * 1024 ** 4

test('without enough disk space the upgrade does not start and names the required space', async () => {
  const cluster = join(dataDir, 'postgres')
  const programs = join(dataDir, 'programs')
  for (const folder of [cluster, join(cluster, 'base'), programs]) mkdirSync(folder)
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n')
  writeFileSync(join(cluster, 'base/16384'), '')
  truncateSync(join(cluster, 'base/16384'), TERABYTES_8)
  const program = '#!/bin/sh\necho "postgres (PostgreSQL) 15.1"\n'
  writeFileSync(join(programs, 'postgres'), program, { mode: 0o755 })
  const config = readConfig({ DATA_DIR: dataDir, PG_OLD_BIN: programs })
  const refused = await upgradeEmbedded(config, createLog('error')).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(
    /needs 8193 GB of free space, and [\d.]+ [MG]B are free\. Nothing was changed/,
  )
  expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'programs'])
  expect(readdirSync(cluster).toSorted()).toEqual(['PG_VERSION', 'base'])
})
