import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetStoredSession, storeSession } from '#http/session-store.ts'
import { LOGOUT_SYNC, OUTBOX_SYNC } from '#contract/messages.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { enqueue } from '#mirror/outbox/store.ts'
import { aLink } from '#support/window/links-server.ts'
import { outboxServer, type NetworkState } from '#support/window/outbox-server.ts'
import { startWorker } from './support/fake-worker.ts'

const ANA = '0000000a-0000-4000-8000-000000000000'
const KEY = 'b1b1b1b1-0000-4000-8000-000000000000'

let db: MirrorDb
let sky: NetworkState[]
let server: ReturnType<typeof outboxServer>
let link: string

beforeEach(async () => {
  await storeSession({ token: 't', jwt: null, fingerprint: null, uuid: ANA })
  db = new MirrorDb(databaseName(ANA))
  sky = []
  server = outboxServer(() => sky.shift() ?? 'good')
  const row = server.putLink(aLink('Lamp'))
  link = row.uuid
  await db.links.put({ ...row, list: 'links' })
  const change = {
    kind: 'edit-link',
    link,
    edit: { name: 'Brass' },
    base: { name: 'Lamp' },
  } as const
  await enqueue(db, { key: KEY, change, title: 'Lamp' })
})

afterEach(async () => {
  db.close()
  await Dexie.delete(databaseName(ANA))
  await forgetStoredSession()
})

/** Starts a worker for this event only. No page is open. */
async function sync(tag = OUTBOX_SYNC) {
  const fetching = globalThis.fetch
  const worker = await startWorker(['outbox'])
  vi.stubGlobal('fetch', fetching)
  await worker.dispatch('sync', { tag })
}

test('without an open page the worker sends waiting changes and stores the responses (R-608, offline 19)', async () => {
  await sync()
  expect(server.links.get(link)?.name).toBe('Brass')
  expect(await db.outbox.count()).toBe(0)
  expect((await db.links.get(link))?.name).toBe('Brass')
})

test.each<[what: string, weather: NetworkState]>([
  ['no connection after all', 'dead'],
  ['a server that fails', 'broken'],
  ['an answer that is lost', 'lost'],
])(
  '%s: the browser retries, and the change takes effect once (R-608, offline 29)',
  async (_what, weather) => {
    sky = [weather, weather]
    await expect(sync()).rejects.toThrow('cannot take the changes yet')
    expect(await db.outbox.count()).toBe(1)
    sky = []
    await sync()
    expect(await db.outbox.count()).toBe(0)
    expect([...server.effects]).toEqual([[KEY, 1]])
  },
)

test('two events at once send a change once (offline 28)', async () => {
  await Promise.all([sync(), sync()])
  expect(await db.outbox.count()).toBe(0)
  expect([...server.effects]).toEqual([[KEY, 1]])
})

test('after a sign-out nothing is sent and nothing is lost', async () => {
  await forgetStoredSession()
  await sync()
  expect(server.requests()).toBe(0)
  expect(await db.outbox.count()).toBe(1)
})

test('other sync events do not change the outbox', async () => {
  await sync(LOGOUT_SYNC)
  await sync('another app')
  expect(await db.outbox.count()).toBe(1)
})
