import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { aLink } from '#support/window/links-server.ts'
import { databaseName } from '../store/database.ts'
import { MirrorDb } from '../store/db.ts'
import { toStoredLink } from '../store/dexie-storage.ts'
import type { Entry } from './entries.ts'
import { replay } from './replay.ts'
import type { Outcome } from './send.ts'
import { discard, enqueue } from './store.ts'

let db: MirrorDb
let links: ShortLink[]

beforeEach(async () => {
  db = new MirrorDb(databaseName(crypto.randomUUID()))
  links = ['one', 'two', 'three'].map((name) => aLink(name))
  await db.links.bulkPut(links.map(toStoredLink))
  for (const { uuid, name } of links)
    await enqueue(db, {
      key: `key of ${name}`,
      change: { kind: 'edit-link', link: uuid, edit: { name: `new ${name}` }, base: { name } },
      title: name,
    })
})
afterEach(() => db.delete())

/** Server that accepts every edit. `before` runs while the third is being sent. */
function server(before: () => Promise<void> = async () => undefined) {
  const keys: string[] = []
  const send = async ({ key, change }: Entry): Promise<Outcome> => {
    keys.push(key)
    if (keys.length === 3) await before()
    if (change.kind !== 'edit-link') throw new Error('not an edit')
    const row = links.find(({ uuid }) => uuid === change.link)
    if (!row) throw new Error('no such link')
    const link = { ...row, ...change.edit, updated_at: '2030-01-01T00:00:00.000Z' } as ShortLink
    return { type: 'done', answer: { link } }
  }
  // The clock stands still, so that entries are removed only at the end of a run.
  return { keys, doors: { db, send, isStillSignedIn: async () => true, now: () => 0 } }
}

const names = async () =>
  (await db.links.bulkGet(links.map(({ uuid }) => uuid))).map((l) => l?.name)
const NEW = ['new one', 'new two', 'new three']
const KEYS = ['key of one', 'key of two', 'key of three']

test('edits are sent in order and removed from the outbox (D-75)', async () => {
  const { keys, doors } = server()
  expect(await replay(doors)).toEqual({ state: 'empty' })
  expect(keys).toEqual(KEYS)
  expect(await names()).toEqual(NEW)
})

test('if a tab ends before removing sent edits, the next tab sends them again with the same keys (offline 29)', async () => {
  const dying = server(() => Promise.reject(new Error('the tab was closed')))
  await expect(replay(dying.doors)).rejects.toThrow('closed')
  expect((await db.outbox.toArray()).map(({ key }) => key)).toEqual(KEYS)
  const { keys, doors } = server()
  expect(await replay(doors)).toEqual({ state: 'empty' })
  expect(keys).toEqual(KEYS)
  expect(await names()).toEqual(NEW)
})

test("an edit that is cancelled after sending keeps the server's result", async () => {
  const { doors } = server(async () => {
    const second = (await db.outbox.toArray()).find(({ title }) => title === 'two')
    if (second) await discard(db, second)
  })
  expect(await replay(doors)).toEqual({ state: 'empty' })
  expect(await names()).toEqual(NEW)
})

test('after a sign-out during a replay nothing is written (offline 26)', async () => {
  let isStillSignedIn = true
  const { doors } = server(async () => {
    isStillSignedIn = false
  })
  expect(await replay({ ...doors, isStillSignedIn: async () => isStillSignedIn })).toEqual({
    state: 'signed-out',
  })
  expect(await names()).toEqual(['one', 'two', 'three'])
  expect(await db.outbox.count()).toBe(3)
})
