import { createStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { getFacts } from '#api/facts.ts'
import type { Facts } from '#contract/facts.ts'
import { openMirror } from '#live/mirror.ts'
import { storeNewestActivity } from '#live/read/activity-copy.ts'
import { openCopy } from '#live/read/copies.ts'
import { mirrorCollections, type revalidate } from '#live/sync/revalidate.ts'
import { deferred, signInAs } from '#support/window/links-server.ts'
import { rowsWritten } from '#support/window/rows-written.ts'
import { factsAtom, hasPageAtom, invitationsAtom, restrictionAtom, unreadAtom } from './facts.ts'
import { followFacts, refreshFacts, updateFacts } from './follow-facts.ts'

vi.mock('#api/facts.ts', () => ({ getFacts: vi.fn<typeof getFacts>() }))
vi.mock('#live/sync/revalidate.ts', () => ({
  mirrorCollections: vi.fn<typeof mirrorCollections>(),
  revalidate: vi.fn<typeof revalidate>(),
}))
vi.mock('#live/read/activity-copy.ts', () => ({
  storeNewestActivity: vi.fn<typeof storeNewestActivity>(),
}))

const facts = (more: Partial<Facts> = {}): Facts => ({
  unread: { total: 0, groups: { clicks: 0, commission: 0, special: 0 } },
  has_page: false,
  ...more,
})
const unread = { total: 2, groups: { clicks: 2, commission: 0, special: 0 } }

const userIds = ['ana', 'bea', 'cem', 'dia', 'fay']

/** Each test has its own user without stored facts. */
beforeEach(() => {
  signInAs(userIds.pop() ?? 'eve')
  openMirror()
  vi.mocked(getFacts).mockReset()
  vi.mocked(storeNewestActivity).mockReset()
  vi.mocked(mirrorCollections).mockReset()
})

const storedFacts = () => openCopy<Facts>('facts').read()

test('facts from the server are shown and stored for offline use', async () => {
  vi.mocked(getFacts).mockResolvedValue(facts({ unread, has_page: true }))
  const store = createStore()
  const stop = followFacts(store)
  await vi.waitFor(() => expect(store.get(unreadAtom)).toEqual(unread))
  expect(store.get(hasPageAtom)).toBe(true)
  await vi.waitFor(async () =>
    expect(await storedFacts()).toEqual(facts({ unread, has_page: true })),
  )
  stop()
})

test('offline the stored facts are shown (R-062)', async () => {
  const restriction = { kind: 'paused', why: 'Spam', rule: 'No spam', appeal_url: null } as const
  openCopy<Facts>('facts').keep(facts({ unread, has_page: true, restriction }))
  vi.mocked(getFacts).mockRejectedValue(new TypeError('offline'))
  const store = createStore()
  const stop = followFacts(store)
  await vi.waitFor(() => expect(store.get(hasPageAtom)).toBe(true))
  expect(store.get(unreadAtom)).toEqual(unread)
  expect(store.get(restrictionAtom)).toEqual(restriction)
  stop()
})

/** Starts the app and waits until all facts have been used. */
async function start(said: Facts, times: number) {
  vi.mocked(getFacts).mockResolvedValue(said)
  const store = createStore()
  const stop = followFacts(store)
  await vi.waitFor(() => expect(store.get(unreadAtom)).toEqual(said.unread))
  await vi.waitFor(() => expect(storeNewestActivity).toHaveBeenCalledTimes(times))
  stop()
}

test('a start with unchanged facts writes nothing', async () => {
  const written = rowsWritten('drafts')
  await start(facts({ unread }), 1)
  await start(facts({ unread }), 2)
  await vi.waitFor(() => expect(written()).toBe(1))
  await start(facts(), 3)
  await vi.waitFor(() => expect(written()).toBe(2))
})

test('collections are mirrored at the start and after a reconnect (R-256)', async () => {
  const answer = deferred<Facts>()
  vi.mocked(getFacts).mockReturnValue(answer.promise)
  const stop = followFacts(createStore())
  expect(mirrorCollections).not.toHaveBeenCalled()
  answer.resolve(facts())
  await vi.waitFor(() => expect(mirrorCollections).toHaveBeenCalledTimes(1))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(mirrorCollections).toHaveBeenCalledTimes(2))
  stop()
})

test('facts are requested again after a reconnect, until stopped', async () => {
  vi.mocked(getFacts).mockResolvedValue(facts())
  const store = createStore()
  const stop = followFacts(store)
  await vi.waitFor(() => expect(getFacts).toHaveBeenCalledTimes(1))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(getFacts).toHaveBeenCalledTimes(2))
  stop()
  window.dispatchEvent(new Event('online'))
  expect(getFacts).toHaveBeenCalledTimes(2)
})

test('a late answer does not undo newer facts', async () => {
  const late = deferred<Facts>()
  vi.mocked(getFacts).mockReturnValue(late.promise)
  const store = createStore()
  store.set(factsAtom, facts())
  const stop = followFacts(store)
  await vi.waitFor(() => expect(getFacts).toHaveBeenCalled())
  updateFacts(store, { has_page: true })
  late.resolve(facts({ unread }))
  await late.promise
  await vi.waitFor(async () => expect((await storedFacts())?.has_page).toBe(true))
  expect(store.get(hasPageAtom)).toBe(true)
  stop()
})

test('the answer to an earlier request does not undo that to a later one', async () => {
  const early = deferred<Facts>()
  vi.mocked(getFacts).mockReturnValueOnce(early.promise)
  const store = createStore()
  const first = refreshFacts(store)
  vi.mocked(getFacts).mockResolvedValue(facts({ invitations: 1 }))
  await refreshFacts(store)
  early.resolve(facts({ invitations: 0 }))
  await first
  expect(store.get(invitationsAtom)).toBe(1)
  expect((await storedFacts())?.invitations).toBe(1)
})
