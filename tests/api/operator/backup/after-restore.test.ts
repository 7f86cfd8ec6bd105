import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { noProgress } from '../../../../server/operator/backup/progress.ts'
import { writeBackup } from '../../../../server/operator/backup/write-backup.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { acceptCommand } from '../../../../server/operator/accept.ts'
import {
  addBrandChannel,
  createChatter,
  fillChannel,
  readEventStream,
} from '#support/server/chatting.ts'
import { emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { addLink, changes, editLink, search } from '#support/server/links.ts'
import {
  addCollection,
  changedCollections,
  listCollections,
} from '#support/server/links/collections.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const log = createLog('error')
const folder = folderForThisFile()

const before = await startTestServer({ listen: true })

type Restored = { server: TestServer; place: EmptyPlace; stop: () => Promise<void> }

/** Restores a backup and starts a server on it. */
async function restored(path: string, listen = false): Promise<Restored> {
  const place = await emptyPlace()
  const { config, address } = place
  await restoreBackup(
    { path, passphrase: 'unlike words for a backup' },
    { config, log, progress: noProgress },
  )
  const server = await createTestServer({
    databaseAddress: address,
    dataDir: config.dataDir,
    listen,
  })
  const stop = async () => {
    await server.stop()
    await place.remove()
  }
  return { server, place, stop }
}

const onServer = (server: TestServer, { token, ...person }: Person): Person => ({
  ...person,
  token,
  send: (method, path, body, headers = {}) =>
    server.request(method, path, { token, headers, ...(body !== undefined && { body }) }),
})

/** Returns the cursors of a device that is up to date. */
const seenBy = async (person: Person) => ({
  links: (await search(person)).cursor,
  hidden: (await search(person, {}, '?is_hidden=true')).cursor,
  collections: (await listCollections(person)).cursor,
})

test('a device that is newer than the restored backup reads its lists again and can write', async () => {
  const ana = await signUp(before)
  const kept = await addLink(ana)
  const early = await seenBy(ana)
  const path = join(folder, 'ahead.backup')
  await writeBackup(before.deps, path, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })
  const lost = await addLink(ana)
  await addCollection(ana, 'Lost')
  const ahead = await seenBy(ana)

  const { server, stop } = await restored(path)
  const again = onServer(server, ana)
  // The new versions reach those that the device has seen, and pass them.
  const made = [await addLink(again), await addLink(again), await addLink(again)]
  for (const seen of [ahead, early]) {
    const none = { results: [], removed: [], cursor: '', complete: false }
    expect(await changes(again, seen.links)).toMatchObject(none)
    expect(await changes(again, seen.hidden, '?is_hidden=true')).toMatchObject(none)
    expect(await changedCollections(again, seen.collections)).toMatchObject(none)
  }

  const whole = await search(again)
  const ids = whole.results.map(({ uuid }) => uuid)
  expect(ids.sort()).toEqual([kept, ...made].map(({ uuid }) => uuid).sort())
  expect(ids).not.toContain(lost.uuid)

  // Deltas work as usual again: they are small and skip nothing.
  const now = await seenBy(again)
  expect((await editLink(again, kept, { name: 'Waited on the device' })).status).toBe(200)
  const delta = await changes(again, now.links)
  expect(delta).toMatchObject({ complete: true, results: [{ name: 'Waited on the device' }] })
  expect(await changes(again, delta.cursor)).toMatchObject({ complete: true, results: [] })
  expect(await changedCollections(again, now.collections)).toMatchObject({ complete: true })
  await stop()
})

test('a chat newer than the restored backup is reloaded, even after new events reach its number', async () => {
  const ana = await signUp(before)
  const chat = await createChatter(before, ana)
  const brand = await addBrandChannel(before, chat)
  await brand.says('kept')
  const early = await readEventStream(before, chat.token)
  await early.begun()
  const path = join(folder, 'chat.backup')
  await writeBackup(before.deps, path, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })
  await fillChannel(before, brand.channel, 5)
  await brand.says('lost')
  await early.has(6)
  await early.leave()

  const { server, stop } = await restored(path, true)
  const again = await createChatter(server, onServer(server, ana))
  const openAfter = async (after: string) => {
    const stream = await readEventStream(server, again.token, after)
    await stream.begun()
    await stream.leave()
    return stream
  }
  const ahead = early.lastPlace()
  // The event id comes from before the restore. It is either unused here or belongs to a different
  // event.
  for (const filled of [0, 9]) {
    if (filled > 0) await fillChannel(server, brand.channel, filled)
    const stream = await openAfter(ahead)
    expect(stream.events[0]).toMatchObject({ event: 'resync', data: { whole: true } })
    // The id of the first event is valid from now on.
    expect((await openAfter(stream.lastPlace())).events[0]).toMatchObject({ event: 'ready' })
  }
  expect((await openAfter(early.events[0]?.rawId ?? '')).events[0]?.event).toBe('resync')

  const whole = await again.messages(brand.channel)
  expect(whole.results.map(({ sequence, text }) => `${sequence} ${text}`).slice(0, 2)).toEqual([
    '1 kept',
    '2 漢',
  ])
  // A message that waited on the device is sent as usual and gets a new event id.
  const stream = await readEventStream(server, again.token)
  await again.say(brand.channel, 'Waited on the device', 'key-1')
  await stream.has(1)
  expect(stream.texts()).toEqual(['Waited on the device'])
  const resumed = await readEventStream(server, again.token, stream.events[0]?.rawId)
  await resumed.has(1)
  expect(resumed.events.map(({ event }) => event)).toEqual(['ready', 'message'])
  await Promise.all([stream.leave(), resumed.leave()])
  await stop()
})

test('the operator can announce a restore by another program', async () => {
  const ana = await signUp(before)
  await addLink(ana)
  const { links } = await seenBy(ana)
  const accept = acceptCommand(['accept', 'database'])
  const said = await accept?.()(before.deps.db, before.deps.config)
  expect(said).toBe('All devices load their lists again. Their unsent changes are kept.')
  expect(await changes(ana, links)).toMatchObject({ complete: false })
  await before.deps.sql`delete from operator_settings where key = 'epoch'`
  expect(await changes(ana, links)).toMatchObject({ complete: true })
})

test('each restore starts a new epoch; cursors have none before the first restore', async () => {
  const ana = await signUp(before)
  await addLink(ana)
  const first = await seenBy(ana)
  expect(first.links).toMatch(/^1v:[0-9a-f]{8}:\d+:$/)
  expect(first.collections).toMatch(/^1c:[0-9a-f]{8}:\d+:$/)
  const path = join(folder, 'first.backup')
  await writeBackup(before.deps, path, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })

  const once = await restored(path)
  const second = await seenBy(onServer(once.server, ana))
  const later = join(folder, 'second.backup')
  await writeBackup(once.server.deps, later, {
    passphrase: 'unlike words for a backup',
    progress: noProgress,
  })
  const twice = await restored(later)
  const there = onServer(twice.server, ana)
  for (const { links } of [first, second])
    expect(await changes(there, links)).toMatchObject({ complete: false })
  const third = await seenBy(there)
  expect(await changes(there, third.links)).toMatchObject({ complete: true })
  expect(new Set([first.links, second.links, third.links]).size).toBe(3)
  await once.stop()
  await twice.stop()
})
