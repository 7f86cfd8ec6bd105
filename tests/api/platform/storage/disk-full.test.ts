import { expect, test, vi } from 'vitest'
import type { Log } from '../../../../server/platform/log/log.ts'
import { LINKS } from '#support/server/links.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { sendFile } from '#support/server/links/uploading.ts'
import { startWithCreator } from '#support/server/creator.ts'

/** Log that ignores the expected errors about the full disk. */
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }

const { server, ana } = await startWithCreator({ log: QUIET })

async function expectTryLater(response: Response) {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('60')
  expect(await response.json()).toEqual({ retry_after: 60 })
}

test('a picture upload on a full disk asks to retry later and then works', async () => {
  const bytes = await picture()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  vi.spyOn(server.deps.media, 'put').mockRejectedValueOnce(full)
  await expectTryLater(await sendFile(server, ana, bytes))
  expect((await sendFile(server, ana, bytes)).status).toBe(201)
})

test('a write on a full database disk asks to retry later and stores nothing', async () => {
  const { sql } = server.deps
  await sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`
  await sql`create trigger full_disk before insert on links for each row execute function full_disk()`
  const body = { url: 'http://127.0.0.1:9/lamp' }
  const headers = { 'Idempotency-Key': 'full-1' }
  await expectTryLater(await ana.send('POST', LINKS, body, headers))
  await sql`drop trigger full_disk on links`
  const taken = await ana.send('POST', LINKS, body, headers)
  expect(taken.status).toBe(201)
  expect(taken.headers.get('idempotency-replayed')).toBeNull()
  expect(await sql`select 1 from links where url = ${body.url}`).toHaveLength(1)
})
