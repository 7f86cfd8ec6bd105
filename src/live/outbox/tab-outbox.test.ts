import { afterEach, beforeEach, expect, test } from 'vitest'
import { remove } from '#app/outbox/decide.ts'
import { runExclusively } from '#mirror/outbox/lock.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { replay } from '#mirror/outbox/replay.ts'
import { send } from '#mirror/outbox/send.ts'
import { chatServer, KITCHEN } from '#support/window/chat.ts'
import { json } from '#support/window/fake-api.ts'
import { aLink, deferred, linksServer } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import {
  changeNow,
  pageOutbox,
  sendMessageInOrder,
  sendNow,
  setOfflineCheck,
} from './tab-outbox.ts'
import { linksIndex } from '../mirror.ts'
import { revalidate } from '../sync/revalidate.ts'

signInPerTest()
beforeEach(async () => {
  linksServer()
  await revalidate('links')
  setOfflineCheck(() => true)
})
afterEach(() => setOfflineCheck(() => !navigator.onLine))

async function makeLink(name: string): Promise<string> {
  const link = crypto.randomUUID()
  await changeNow(
    { kind: 'create-link', link, body: { url: `https://shop.example/${name}` } },
    name,
  )
  return link
}

test('links created after the browser closed the outbox are shown (D-75, offline 9)', async () => {
  const before = await makeLink('before')
  await expect.poll(() => linksIndex().ids({})).toEqual([before])
  // Happens when another tab opens a newer version of the database, or the browser loses it.
  pageOutbox()?.close()

  const after = await makeLink('after')
  await linksIndex().rows.load([after])
  await expect.poll(() => linksIndex().rows.get(after)?.uuid).toBe(after)
  await expect.poll(() => linksIndex().ids({})?.toSorted()).toEqual([before, after].toSorted())
})

test('a change written by another version, which this one cannot show, hides nothing and still counts as waiting (D-75, offline 34)', async () => {
  const outbox = pageOutbox()
  const strange = {
    kind: 'create-link',
    link: 'no uuid',
    body: { url: 'https://shop.example/' },
  } as const
  await outbox?.db.outbox.add({
    key: 'k1',
    change: strange,
    title: 'From another version',
    queuedAt: Date.now(),
    tries: 0,
    state: 'waiting',
  })
  const link = await makeLink('of this one')
  await expect.poll(() => linksIndex().ids({})).toEqual([link])
  expect(outbox?.entries().map(({ title }) => title)).toEqual([
    'From another version',
    'of this one',
  ])
})

test('after the server was restored from a backup, its list is loaded whole and waiting changes are sent', async () => {
  const [kept, lost] = [aLink('kept'), aLink('lost')]
  const server = linksServer([kept, lost])
  await revalidate('links')
  await changeNow(
    { kind: 'edit-link', link: kept.uuid, edit: { name: 'typed' }, base: { name: 'kept' } },
    'kept',
  )
  // The server knows neither that link nor the cursor of this device.
  server.remove(lost.uuid)
  server.forgetChanges()

  await revalidate('links')
  await expect.poll(() => linksIndex().ids({})).toEqual([kept.uuid])
  expect(pageOutbox()?.entries()).toHaveLength(1)

  setOfflineCheck(() => false)
  await sendNow()
  await expect.poll(() => pageOutbox()?.entries()).toEqual([])
  const sent = server.requests.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body }) => body['name'])).toEqual(['typed'])
  await linksIndex().rows.load([kept.uuid])
  await expect.poll(() => linksIndex().rows.get(kept.uuid)?.name).toBe('typed')
})

const say = (text: string) =>
  sendMessageInOrder(
    { kind: 'send-message', channel: KITCHEN, text, upload: null, image: null },
    text,
  )

test('discarding a change while another tab ends its run releases those behind it at once (D-75, offline 28)', async () => {
  const sent: unknown[] = []
  const refused = json({ errors: { text: ['Too many at once.'] } }, 400)
  chatServer([], {
    [`POST /chat/channels/${KITCHEN}/messages`]: ({ body }) => {
      sent.push(body['text'])
      return refused
    },
  })
  const outbox = pageOutbox()
  if (!outbox) throw new Error('nobody is signed in')
  await say('Never')
  await say('After')

  const otherDb = new MirrorDb(outbox.db.name)
  // The other tab has gone through the outbox and has not given it back yet.
  const looked = deferred<void>()
  const over = deferred<void>()
  const otherTab = runExclusively(
    otherDb,
    async () => {
      await replay({ db: otherDb, send, isStillSignedIn: async () => true })
      looked.resolve()
      await over.promise
    },
    'another tab',
  )
  await looked.promise
  await expect.poll(() => outbox.entries()[0]?.state).toBe('refused')
  const [first] = outbox.entries()
  if (first) await remove(first)
  await sendNow()
  expect(sent).toEqual(['Never'])
  over.resolve()
  await otherTab
  expect(sent).toEqual(['Never', 'After'])
  otherDb.close()
})
