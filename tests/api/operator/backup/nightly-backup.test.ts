import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBackup } from '../../../../server/operator/backup/verify.ts'
import { noProgress } from '../../../../server/operator/backup/progress.ts'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { showCalendar } from '../../../../server/operator/calendar.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const dir = folderForThisFile()

/** Log without errors, because one test expects them. */
const log = { ...createLog('error'), error: () => {} }

const queueBackup = ({ deps }: TestServer) => deps.jobs.add(deps.db, 'backup', {})

const health = async (server: TestServer) =>
  (await (await server.request('GET', '/healthz')).json()) as { backup?: Record<string, string> }

const OLD = ['split-20200101T024500Z.backup', 'split-20200102T024500Z.backup']

test('a backup is written each night, and then the oldest is deleted', async () => {
  for (const name of [...OLD, 'split-20200103T024500Z.backup.part', 'mine.txt'])
    writeFileSync(join(dir, name), 'old')
  const backup = { dir, keep: 2, passphraseFile: null }
  const server = await createTestServer({ listen: true, backup })
  expect((await health(server)).backup).toMatchObject({ done: null, failed: null, why: null })
  expect(await showCalendar(server.deps.db)).toMatch(/backup +45 2 \* \* \*/)
  await queueBackup(server)
  await expect.poll(async () => (await health(server)).backup?.['done']).toMatch(/^\d{4}-/)
  const [mine, kept, made, ...rest] = readdirSync(dir).sort()
  expect([mine, kept, rest]).toEqual(['mine.txt', OLD[1], []])
  const path = join(dir, made ?? '')
  expect((await verifyBackup({ path, passphrase: null }, noProgress)).version).toBe('2.0.6')
  await server.stop()
})

test('a missing nightly backup is reported by mail and by /healthz, and nothing is deleted', async () => {
  const before = readdirSync(dir)
  const passphraseFile = join(dir, 'no-such-file')
  const backup = { dir, keep: 1, passphraseFile }
  const server = await createTestServer({ listen: true, backup, log })
  await queueBackup(server)
  const { operatorEmail } = server.deps.config
  await expect.poll(() => mailsTo(server, operatorEmail)).toHaveLength(1)
  expect(mailsTo(server, operatorEmail)[0]).toContain('could not write its backup')
  const { failed, why } = (await health(server)).backup ?? {}
  expect(failed).toMatch(/^\d{4}-/)
  expect(why).toBe(`The passphrase in ${passphraseFile} cannot be read: ENOENT.`)
  expect(readdirSync(dir)).toEqual(before)
  await server.stop()
})

test('the settings of nightly backups', () => {
  expect(readConfig({}).backup).toBeNull()
  expect(readConfig({ BACKUP_DIR: '/backups' }).backup).toEqual({
    dir: '/backups',
    keep: 7,
    passphraseFile: null,
  })
  expect(() => readConfig({ BACKUP_DIR: '/backups', BACKUP_KEEP: '0' })).toThrow(ConfigError)
  expect(() => readConfig({ BACKUP_PASSPHRASE_FILE: '/key' })).toThrow('BACKUP_DIR must be set too')
})
