import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { links } from '../../../../server/platform/db/schema.ts'
import { notifyClicks, notifyExportReady } from '../../../../server/people/activity/activity.ts'
import { linkPath } from '#contract/activity.ts'
import {
  ACTIVITY,
  countVisitors,
  listed,
  texts,
  waitForNotification,
  unreadsOf,
} from '#support/server/activity.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { addLink as createLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { addLink, clickOn } from '#support/server/links/short-links.ts'
import { startTestServer, refusalOf } from '#support/server/test-app.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer({ jobs: true })
const ana = newCreatorPerTest(server)

const hats = (more: object = {}) => addLink(server, { userId: ana.uuid, name: 'Hats', ...more })

/** Adds a link and notifies its owner of this number of clicks. */
const toldOf = (clicks: number, name = 'Hats') =>
  server.deps.db.transaction(async (tx) => {
    const link = await hats({ name })
    await notifyClicks(tx, [{ id: link.id, userId: ana.uuid, name, clicks }])
    return link
  })

const exported = (id: number, person = ana) =>
  server.deps.db.transaction((tx) =>
    notifyExportReady(tx, { userId: person.uuid, id, name: 'The export of your links', rows: 312 }),
  )

describe('a list', () => {
  test.each([
    ['rendered', (n: number) => exported(n)],
    ['user_clicks/rendered', () => toldOf(10)],
    ['special/rendered', (n: number) => exported(n)],
  ])('%s has pages, the newest item first (R-464, R-465, R-466, R-468)', async (list, happens) => {
    for (let n = 1; n <= 21; n += 1) await happens(n)
    const first = await listed(ana, list)
    expect(Object.keys(first).toSorted()).toEqual(['curr_page', 'next_page', 'notifications'])
    expect([first.curr_page, first.next_page, first.notifications.length]).toEqual([1, 2, 20])
    const second = await listed(ana, list, 2)
    expect([second.curr_page, second.next_page, second.notifications.length]).toEqual([2, null, 1])
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    const beyond = { notifications: [], curr_page: 3, next_page: null }
    expect(await listed(ana, list, 3)).toEqual(beyond)
  })

  const NO_PAGES = ['0', '-1', 'x', '1.5', '99999999999']
  test.each(NO_PAGES)('page %s is refused with an error on its field', async (page) => {
    const response = await ana.send('GET', `${ACTIVITY}/rendered?page=${page}`)
    expect(await refusalOf(response)).toEqual([400, 'page'])
  })

  test('an item has a text, an address and the picture of its link (R-462)', async () => {
    const link = await toldOf(1000)
    await server.deps.db.update(links).set({ imageKey: 'a.webp' }).where(eq(links.id, link.id))
    expect((await listed(ana)).notifications).toEqual([
      {
        id: expect.any(Number) as number,
        group: 'clicks',
        html: '<strong>Hats</strong> reached 1,000 clicks.',
        text: 'Hats reached 1,000 clicks.',
        url: linkPath(link.id),
        image_url: '/media/a.webp',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        is_read: false,
      },
    ])
  })

  test('names are escaped (R-477)', async () => {
    const name = `<script>alert("1")</script> & 'more'`
    await toldOf(10, name)
    const [item] = (await listed(ana)).notifications
    expect(item?.text).toBe(`${name} reached 10 clicks.`)
    expect(item?.html).toBe(
      '<strong>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;</strong> reached 10 clicks.',
    )
  })

  test('an item shows the current name of a link, and the old one after its deletion', async () => {
    const link = await toldOf(10)
    const rename = { name: 'Warm hats' }
    await server.deps.db.update(links).set(rename).where(eq(links.id, link.id))
    expect(await texts(ana)).toEqual(['Warm hats reached 10 clicks.'])
    await server.deps.db.delete(links).where(eq(links.id, link.id))
    const gone = { text: 'Hats reached 10 clicks.', url: '/splitlinks', image_url: null }
    expect((await listed(ana)).notifications).toMatchObject([gone])
  })
})

describe('groups', () => {
  test('each list has its own items (R-466, R-467, R-468)', async () => {
    await toldOf(10)
    await exported(1)
    expect(await texts(ana, 'user_clicks/rendered')).toEqual(['Hats reached 10 clicks.'])
    expect(await texts(ana, 'special/rendered')).toEqual([
      'The export of your links is ready to download, 312 rows.',
    ])
    expect(await texts(ana, 'commission/rendered')).toEqual([])
    expect(await texts(ana)).toHaveLength(2)
  })

  test('unread items are counted per group, and groups are marked read separately (R-469, R-470)', async () => {
    await toldOf(10)
    await exported(1)
    await exported(2)
    const groups = { clicks: 1, commission: 0, special: 2 }
    expect(await unreadsOf(ana)).toEqual({ total: 3, groups })
    const read = await ana.send('DELETE', `${ACTIVITY}/unreads?group=special`)
    expect(await statusAndBody(read)).toEqual([204, ''])
    expect(await unreadsOf(ana)).toEqual({ total: 1, groups: { ...groups, special: 0 } })
    const { notifications } = await listed(ana)
    expect(notifications.map(({ is_read }) => is_read)).toEqual([true, true, false])
    expect(notifications.at(-1)?.group).toBe('clicks')
  })

  test('one item or all items can be marked read', async () => {
    await exported(1)
    await exported(2)
    const [latest] = (await listed(ana)).notifications
    await ana.send('DELETE', `${ACTIVITY}/unreads?id=${latest?.id}`)
    expect((await listed(ana)).notifications.map(({ is_read }) => is_read)).toEqual([true, false])
    await ana.send('DELETE', `${ACTIVITY}/unreads`)
    expect((await unreadsOf(ana)).total).toBe(0)
  })

  const INVALID = ['group=wallet', 'group=', 'id=x', 'id=0', 'id=2147483648']
  test.each(INVALID)('%s is refused and marks nothing', async (asked) => {
    await exported(1)
    expect((await ana.send('DELETE', `${ACTIVITY}/unreads?${asked}`)).status).toBe(400)
    expect((await unreadsOf(ana)).total).toBe(1)
  })

  test('users cannot see or mark items of others', async () => {
    const bob = await signUp(server)
    await exported(1)
    const [item] = (await listed(ana)).notifications
    expect(await texts(bob)).toEqual([])
    expect((await unreadsOf(bob)).total).toBe(0)
    await bob.send('DELETE', `${ACTIVITY}/unreads?id=${item?.id}`)
    await bob.send('DELETE', `${ACTIVITY}/unreads`)
    expect((await unreadsOf(ana)).total).toBe(1)
  })
})

describe('clicks', () => {
  test('the first click and each power of ten are reported once', async () => {
    const link = await hats()
    await countVisitors(server, link, 1)
    await waitForNotification(ana, 'Hats got its first click.')
    await countVisitors(server, link, 9)
    await countVisitors(server, link, 12)
    await waitForNotification(ana, 'Hats reached 10 clicks.')
    await allJobsDone(server)
    expect(await texts(ana)).toEqual(['Hats reached 10 clicks.', 'Hats got its first click.'])
  })

  test('a burst of clicks reports each milestone', async () => {
    const link = await hats()
    await countVisitors(server, link, 130)
    await waitForNotification(ana, 'Hats reached 100 clicks.')
    expect(await texts(ana)).toEqual([
      'Hats reached 100 clicks.',
      'Hats reached 10 clicks.',
      'Hats got its first click.',
    ])
  })

  test('bots and previews do not count', async () => {
    const link = await hats()
    const { clicks } = server.deps
    clicks.record(clickOn(link, { userAgent: 'Googlebot/2.1' }))
    clicks.record(clickOn(link, { isHead: true }))
    await clicks.settle()
    await allJobsDone(server)
    expect(await texts(ana)).toEqual([])
  })

  test('hidden links are not reported', async () => {
    await countVisitors(server, await hats({ isHidden: true }), 1)
    await allJobsDone(server)
    expect(await texts(ana)).toEqual([])
  })

  test('a milestone is reported once', async () => {
    const link = await toldOf(100)
    const again = { id: link.id, userId: ana.uuid, name: 'Hats', clicks: 100 }
    await server.deps.db.transaction((tx) => notifyClicks(tx, [again, again]))
    expect(await texts(ana)).toHaveLength(1)
  })
})

test('items are rolled back with their event', async () => {
  const undone = server.deps.db.transaction(async (tx) => {
    await notifyExportReady(tx, { userId: ana.uuid, id: 1, name: 'The export of your links' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await texts(ana)).toEqual([])
})

const unreadable = () => createLink(ana, `http://127.0.0.1:1/${crypto.randomUUID()}`)

describe('a page that could not be read', () => {
  test('is reported with the address of the link', async () => {
    const link = await unreadable()
    const text = '127.0.0.1 has no preview. The link works.'
    const expected = { group: 'special', url: linkPath(link.uuid) }
    expect(await waitForNotification(ana, text)).toMatchObject(expected)
  })

  test('is reported with another text if its host does not exist', async () => {
    await createLink(ana, 'http://bücher.invalid/lamp')
    const one = 'bücher.invalid has no preview. We couldn’t reach this address.'
    await waitForNotification(ana, one)
    await unreadable()
    const two =
      '127.0.0.1 and other links have no preview. We couldn’t reach some of these addresses.'
    expect((await waitForNotification(ana, two)).text).toBe(two)
  })

  test('is one item a day for many links, unread again with each', async () => {
    await unreadable()
    await allJobsDone(server)
    await ana.send('DELETE', `${ACTIVITY}/unreads`)
    await Promise.all([unreadable(), unreadable()])
    await allJobsDone(server)
    expect(await texts(ana)).toEqual(['127.0.0.1 and other links have no preview. They work.'])
    expect((await unreadsOf(ana)).total).toBe(1)
  })
})

test('an item of an unknown kind is listed without an address', async () => {
  await exported(1)
  await server.deps.sql`update activity_items set kind = 'of-tomorrow' where user_id = ${ana.uuid}`
  const item = { url: null, text: 'The export of your links' }
  expect((await listed(ana)).notifications).toMatchObject([item])
})
