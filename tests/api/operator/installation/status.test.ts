import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteBackup } from '../../../../server/operator/backup/backup-state.ts'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import {
  startHeartbeat,
  deleteStoppedServers,
  listRunningServers,
} from '../../../../server/operator/installation/servers.ts'
import { statusCommand, type readStatus } from '../../../../server/operator/status.ts'
import { addJob } from '../../../../server/platform/jobs/add-job.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.stop())

const GB = 1024 ** 3
const MINUTE_MS = 60_000

async function status(json = false): Promise<string> {
  const command = statusCommand(['status'])
  if (!command) throw new Error('no such verb')
  return command({ json })(server.deps.db, server.deps.config)
}

const addClick = (minutesAgo: number) => {
  const at = Date.now() - minutesAgo * MINUTE_MS
  return server.deps.sql`
    insert into click_events (id, link_id, at, kind, visitor)
    values (${clickId(at)}, ${randomUUID()}, ${new Date(at)}, 1, '')`
}

test('a new installation has no running or waiting jobs', async () => {
  const text = await status()
  expect(text).toMatch(/^version +2\.0\.6$/m)
  expect(text).toMatch(/^servers +none running$/m)
  expect(text).toMatch(/^clicks +0 a minute \(last 5 minutes\), 0 \(last hour\)$/m)
  expect(text).toMatch(/^clicks to count +none waiting$/m)
  expect(text).toMatch(/^jobs +none waiting$/m)
  expect(text).toMatch(/^failed jobs +none$/m)
  expect(text).toMatch(/^last backup +no backups set up \(BACKUP_DIR\)$/m)
  expect(text).toMatch(/^reports +none open$/m)
  expect(text).toMatch(/^second factors +none lost$/m)
  expect(text).toMatch(/^mail +not set up \(SMTP_URL\)/m)
})

test('the status lists running, waiting and failed jobs', async () => {
  vi.spyOn(server.deps.disks, 'look').mockResolvedValue([
    { holds: 'data', path: '/data', free: 1.5 * GB, total: 20 * GB },
  ])
  const presence = await startHeartbeat(server.deps)
  for (const ago of [1, 2, 3, 4, 4.5, 30, 90]) await addClick(ago)
  const { sql, db } = server.deps
  await sql`insert into click_batches (id, body) values (${clickId(Date.parse('2026-11-20T09:30:00Z'))}, '')`
  await addJob(db, 'tidy', {}, { runAt: new Date('2026-11-20T10:00:00Z') })
  await addJob(db, 'trending', {}, { maxAttempts: 1 })
  await sql`
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`
  await sql`insert into users (id, email, password_hash) values (${randomUUID()}, 'ana@people.example', '')`
  await sql`
    insert into link_domains (domain, user_id, status)
    select domain, users.id, status from users,
      (values ('a.example', 'pending'), ('b.example', 'verified')) as named (domain, status)`

  const text = await status()
  expect(text).toMatch(/^servers +\S+:8080, 2\.0\.6, since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
  expect(text).toMatch(/^clicks +1 a minute \(last 5 minutes\), 0\.1 \(last hour\)$/m)
  expect(text).toMatch(/^clicks to count +1 batch, the oldest since 2026-11-20 09:30 UTC$/m)
  expect(text).toMatch(/^jobs +1 job, the oldest since 2026-11-20 10:00 UTC$/m)
  expect(text).toMatch(/^failed jobs +1: trending$/m)
  expect(text).toMatch(/^disks +NEARLY FULL: 1\.5 GB of 20 GB free \(data\) on \S+$/m)
  expect(text).toMatch(/^database +\d+(\.\d)? MB$/m)
  expect(text).toMatch(/^own domains +1 wait for DNS, 1 for a certificate$/m)
  expect(text.split('\n').length).toBeLessThan(25)
  await presence.stop()
})

test('the status has the number of open reports and the age of the oldest', async () => {
  const listening = await createTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
  const { db, sql, config } = listening.deps
  const said = () => statusCommand(['status'])?.({})(db, config)
  for (const reason of ['scam', 'spam']) {
    const { shortCode } = await addLink(listening)
    const page = await open(listening, `/s/${shortCode}+`)
    const typed = {
      reason,
      details: '',
      name: 'Eve',
      email: 'eve@people.example',
      good_faith: 'on',
    }
    expect((await page.submit(typed)).status).toBe(303)
  }
  expect(await said()).toMatch(/^reports +2 open, the oldest for 0 hours$/m)
  await sql`
    update abuse_reports set created_at = now() - interval '5 hours 10 minutes' where reason = 'spam'`
  expect(await said()).toMatch(/^reports +2 open, the oldest for 5 hours$/m)
  await listening.stop()
})

test('the status is available as JSON', async () => {
  const read = JSON.parse(await status(true)) as Awaited<ReturnType<typeof readStatus>>
  expect(read).toMatchObject({
    version: '2.0.6',
    servers: [],
    clicks: { a_minute_of_5: 0, batches_waiting: 0, oldest_batch_at: null },
    jobs: { waiting: 0, failed: 0 },
    reports: { open: 0 },
    recoveries: 0,
    mail: null,
    last_backup: null,
  })
})

test('the status has the last complete backup, and the reason of a later failure', async () => {
  const { db, config } = server.deps
  const backup = { dir: '/backups', keep: 7, passphraseFile: null }
  const command = statusCommand(['status'])
  expect(await command?.({})(db, { ...config, backup })).toMatch(/^last backup +none yet$/m)

  await noteBackup(db, { done: '2026-11-20T02:45:10.000Z', failed: null, why: null })
  expect(await status()).toMatch(/^last backup +2026-11-20 02:45 UTC$/m)

  const why = 'no space left on device'
  await noteBackup(db, { failed: '2026-11-21T02:45:20.000Z', why })
  expect(await status()).toMatch(
    /^last backup +2026-11-20 02:45 UTC\n +FAILED 2026-11-21 02:45 UTC: no space left on device$/m,
  )
  expect(JSON.parse(await status(true))).toMatchObject({
    last_backup: { done: '2026-11-20T02:45:10.000Z', failed: '2026-11-21T02:45:20.000Z', why },
  })

  // The next complete backup clears the failure.
  await noteBackup(db, { done: '2026-11-22T02:45:10.000Z', failed: null, why: null })
  expect(await status()).not.toContain('FAILED')
})

test('control characters in a host name are not printed', async () => {
  const { sql } = server.deps
  await sql`
    insert into servers (id, host, port, version, started_at)
    values (${randomUUID()}, ${'evil\u001b[2J'}, 8080, '2.0.6', now())`
  expect(await status()).not.toContain('\u001b')
})

test('a killed server is not listed for long, and its row is deleted after a day', async () => {
  const presence = await startHeartbeat(server.deps)
  const { db, sql } = server.deps
  expect(await listRunningServers(db)).toHaveLength(1)
  await sql`update servers set seen_at = now() - interval '6 minutes'`
  expect(await listRunningServers(db)).toEqual([])
  await presence.beat()
  expect(await listRunningServers(db)).toHaveLength(1)
  await sql`update servers set seen_at = now() - interval '25 hours'`
  await deleteStoppedServers(db)
  expect(await sql`select 1 from servers`).toEqual([])
  await presence.stop()
})

test('a stopped server is removed from the status', async () => {
  const presence = await startHeartbeat(server.deps)
  await presence.stop()
  expect(await listRunningServers(server.deps.db)).toEqual([])
})
