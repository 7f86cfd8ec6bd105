import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLink, answers, deferred, linksServer, signInAs } from '#support/window/links-server.ts'
import { storageFor } from '#mirror/store/current.ts'
import { nextTask } from '#mirror/store/slices.ts'
import { closeMirror, openMirror } from '../mirror.ts'
import { refreshing } from './refreshing.ts'
import { revalidate } from './revalidate.ts'
import { wipeAll } from '../wipe.ts'

let ana = ''
beforeEach(() => {
  ana = signInAs('ana')
})
afterEach(async () => {
  await wipeAll()
})

const many = (count: number) => Array.from({ length: count }, (_, i) => aLink(`link ${i}`))
const keys = () => storageFor(ana).keys('links')
const pagesOf = ({ requests }: ReturnType<typeof linksServer>) =>
  requests.map(({ body }) =>
    'since' in body ? 'changes' : `${String(body['page_size'])}/${String(body['page'])}`,
  )

test('the first rows are shown after one small page, long before the import ends', async () => {
  const server = linksServer(many(2000))
  const rest = deferred<undefined>()
  server.instead(({ body }) => (body['page_size'] === 500 ? rest.promise : undefined))
  const index = openMirror()
  const whole = revalidate('links')
  await vi.waitFor(() => expect(index.ids({})).toHaveLength(18), 30_000)
  expect(index.list('links')).toMatchObject({ syncedAt: null, count: 2000 })

  rest.resolve(undefined)
  await whole
  await vi.waitFor(() => expect(index.list('links')?.syncedAt).not.toBeNull(), 30_000)
  expect(index.ids({})).toHaveLength(2000)
}, 60_000)

test('an interrupted import of ten thousand links continues where it stopped (R-599)', async () => {
  const links = many(10_000)
  const server = linksServer(links)
  openMirror()
  server.instead(({ body }) => (body['page'] === 8 ? answers.json({}, 502) : undefined))
  await revalidate('links')
  const before = (await keys()).length
  expect(before).toBe(3500)

  closeMirror()
  server.requests.length = 0
  server.asUsual()
  const index = openMirror()
  await revalidate('links')

  expect(pagesOf(server)).toEqual([
    ...Array.from({ length: 13 }, (_, i) => `500/${i + 8}`),
    'changes',
  ])
  expect(await keys()).toEqual(links.map((link) => link.uuid).reverse())
  await vi.waitFor(() => expect(index.ids({})).toHaveLength(10_000), 30_000)
  expect(refreshing('links').error).toBeNull()
}, 60_000)

test('a second start shows no fewer rows while it reads all of them (R-601)', async () => {
  linksServer(many(1200))
  openMirror()
  await revalidate('links')
  closeMirror()

  const index = openMirror()
  const shown: number[] = []
  index.subscribe(() => shown.push(index.ids({})?.length ?? 0))
  while (!index.totals('links')) {
    shown.push(index.ids({})?.length ?? 0)
    await nextTask()
  }
  expect(index.totals('links')).toMatchObject({ links: 1200 })
  expect(shown.at(-1)).toBe(1200)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
}, 60_000)

test('changes during the import are correct at its end', async () => {
  const links = many(1200)
  const [first, hides, goes] = links
  const server = linksServer(links)
  const made = aLink('made meanwhile')
  server.instead(({ body }) => {
    if (body['page'] !== 3 || body['page_size'] !== 500) return undefined
    server.asUsual()
    server.put(made)
    if (hides) server.put({ ...hides, is_hidden: true, updated_at: '2027-01-01T00:00:00.000Z' })
    if (goes) server.remove(goes.uuid)
    return undefined
  })
  await revalidate('links')

  const have = await keys()
  expect(have).toHaveLength(1199)
  expect(have).toContain(made.uuid)
  expect(have).toContain(first?.uuid)
  expect(have).not.toContain(hides?.uuid)
  expect(have).not.toContain(goes?.uuid)
})

test('a row that moved between two pages is found by a second pass', async () => {
  const links = many(1200)
  const server = linksServer(links)
  const newest = links.at(-1)
  server.instead(({ body }) => {
    if (body['page'] !== 2) return undefined
    server.asUsual()
    // Older rows move up by one, so one of them is on no page that is still to be read.
    if (newest) server.remove(newest.uuid)
    return undefined
  })
  await revalidate('links')
  expect(await keys()).toEqual(
    links
      .slice(0, -1)
      .map((link) => link.uuid)
      .reverse(),
  )
})

test('a server without cursors is read completely each time, newest first', async () => {
  const [stays, goes] = [aLink('stays'), aLink('goes')]
  const server = linksServer()
  let results = [goes, stays]
  server.instead(() => answers.json({ results, next: null, count: results.length }))
  await revalidate('links')
  results = [stays]
  await revalidate('links')
  expect(server.requests.every(({ body }) => !('since' in body))).toBe(true)
  expect(await keys()).toEqual([stays.uuid])
})
