import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD_NO_ROOM_TEXT } from '#contract/images/uploads.ts'
import {
  createDisks,
  isLow,
  type DiskSpace,
} from '../../../../server/platform/storage/disk-space.ts'
import { diskSpace } from '../../../../server/operator/installation/disk-job.ts'
import { startHeartbeat } from '../../../../server/operator/installation/servers.ts'
import type { Log } from '../../../../server/platform/log/log.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { incomingFiles, sendFile } from '#support/server/links/uploading.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { statusAndBody } from '#support/server/asking.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3

const warned: string[] = []
const log: Log = { debug() {}, info() {}, warn: (text) => void warned.push(text), error() {} }

let server: TestServer
beforeEach(async () => {
  warned.length = 0
  server = await createTestServer({ log })
})
afterEach(() => server.stop())

const disk = (free: number, total = 100 * GB): DiskSpace => ({
  holds: 'data, pictures',
  path: '/data',
  free,
  total,
})
const diskHas = (free: number) =>
  vi.spyOn(server.deps.disks, 'look').mockResolvedValue([disk(free)])
async function look() {
  expect(await diskSpace(server.deps, {}, new AbortController().signal)).toBeUndefined()
}

test.each([
  [disk(50 * GB), false],
  [disk(9.9 * GB), true],
  [disk(10.1 * GB), false],
  [disk(1.9 * GB, 4 * GB), true],
  [disk(2.1 * GB, 4 * GB), false],
])('%j is low: %j', (given, expected) => {
  expect(isLow(given)).toBe(expected)
})

test('folders on the same disk count once, and missing folders do not count', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'split-test-disks-'))
  const config = { dataDir, databaseUrl: null, s3: null }
  expect(await createDisks(config).look()).toMatchObject([{ holds: 'data', path: dataDir }])
  mkdirSync(join(dataDir, 'media'))
  const [found] = await createDisks(config).look()
  expect(found).toMatchObject({ holds: 'data, pictures' })
  expect(found?.free).toBeLessThanOrEqual(found?.total ?? 0)
  rmSync(dataDir, { recursive: true })
})

test('a nearly full disk is reported in the log, at /healthz and once by mail', async () => {
  const send = vi.spyOn(server.deps.mail, 'send').mockResolvedValue('outbox')
  diskHas(50 * GB)
  const presence = await startHeartbeat(server.deps)
  await look()
  expect([warned, send.mock.calls]).toEqual([[], []])

  diskHas(1.5 * GB)
  for (let round = 0; round < 3; round += 1) {
    await presence.beat()
    await look()
  }
  expect(warned).toEqual(['a disk is nearly full'])
  expect(send).toHaveBeenCalledTimes(1)
  const [letter] = send.mock.calls[0] ?? []
  expect(letter).toMatchObject({ to: server.deps.config.operatorEmail })
  expect(JSON.stringify(letter)).toContain('1.5 GB of 100 GB free (data, pictures)')
  await presence.stop()
})

test('a disk that had space for a day is reported again', async () => {
  const send = vi.spyOn(server.deps.mail, 'send').mockResolvedValue('outbox')
  diskHas(1 * GB)
  const presence = await startHeartbeat(server.deps)
  await look()
  await server.deps.sql`
    update operator_settings set value = (
      select jsonb_object_agg(key, value::text::bigint - ${25 * 60 * 60 * 1000}::bigint) from jsonb_each(value))
    where key = 'disks-told'`
  diskHas(50 * GB)
  await presence.beat()
  await look()
  diskHas(1 * GB)
  await presence.beat()
  await look()
  expect(send).toHaveBeenCalledTimes(2)
  await presence.stop()
})

test('/healthz shows disk usage only to the same machine', async () => {
  const listening = await createTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
  vi.spyOn(listening.deps.disks, 'look').mockResolvedValue([disk(1 * GB)])
  const here = await (await listening.request('GET', '/healthz')).json()
  expect(here).toMatchObject({ ok: true, disks: [{ free: 1 * GB, low: true }] })
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  const stranger = await (await listening.request('GET', '/healthz', { headers })).json()
  expect(stranger).toEqual({ ok: true, version: '2.0.6' })
  await listening.stop()
})

test('pictures are refused when the disk is full, and nothing is written', async () => {
  const ana = await signUp(server)
  diskHas(199 * MB)
  const refused = await sendFile(server, ana, await picture())
  expect(await statusAndBody(refused)).toEqual([507, { file: [UPLOAD_NO_ROOM_TEXT] }])
  expect(await incomingFiles(server)).toEqual([])
  expect(await server.deps.sql`select 1 from uploads`).toEqual([])
  diskHas(200 * MB)
  expect((await sendFile(server, ana, await picture())).status).toBe(201)
})
