import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '../../../server/config.ts'
import { startEmbedded } from '../../../server/db/embedded/embedded.ts'
import { createLog } from '../../../server/log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'split-test-version-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('data of another major version is left alone, and the start says what to do', async () => {
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
