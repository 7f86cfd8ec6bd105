import { describe, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { texts } from '#support/server/activity.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { openInApp } from '#support/server/links/in-app.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { stopWorseApps } from '../../../../server/redirect/in-app/compare-job.ts'
import { linkFacetDays } from '../../../../server/platform/db/schema.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })

type Sums = [clicks: number, orders: number]

/** Creates a link that leads visitors out of Instagram, with these results. */
async function linkWith(inside: Sums, outside: Sums, { daysAgo = 1, edit = {} } = {}) {
  const person = await signUp(server)
  const made = await addLink(person)
  const { body: link } = await editLink(person, made, { open_in_browser: true, ...edit })
  const day = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const row = { linkId: link.uuid, userId: person.uuid, day, facet: 'app' as const }
  const sumsOf = ([clicks, orders]: Sums) => ({ human: clicks, orders })
  await server.deps.db.insert(linkFacetDays).values([
    { ...row, value: 'instagram', ...sumsOf(inside) },
    { ...row, value: 'instagram-out', ...sumsOf(outside) },
  ])
  return { person, link, row }
}

const compare = () => stopWorseApps(server.deps)
/** Returns the activity items about apps. */
const stopTexts = async (person: Person) =>
  (await texts(person)).filter((text) => text.includes('Instagram'))
const isLedOut = async (link: ShortLink) => {
  const { location } = await openInApp(server, `/s/${link.short_code}`)
  return location?.startsWith('?split_opened=') === true
}

test('an app where more visitors order inside is switched off, and the owner is notified', async () => {
  const { person, link } = await linkWith([200, 20], [1000, 20])
  expect(await isLedOut(link)).toBe(true)
  await compare()
  expect(await isLedOut(link)).toBe(false)
  expect(await readLink(person, link)).toMatchObject({
    kept_in_app: ['instagram'],
    app_stops: [
      {
        app: 'instagram',
        inside: { clicks: 200, orders: 20 },
        outside: { clicks: 1000, orders: 20 },
      },
    ],
  })
  expect(await stopTexts(person)).toEqual([
    'shop.example no longer shows visitors inside Instagram the way to their browser, because more of them order inside the app. You can switch it on again.',
  ])
  const tiktok = await openInApp(server, `/s/${link.short_code}`, { app: 'tiktok' })
  expect(tiktok.location).toMatch(/^\?split_opened=/)
})

test('an app that the owner switched on again stays on', async () => {
  const { person, link } = await linkWith([200, 20], [1000, 20])
  await compare()
  await editLink(person, link, { kept_in_app: [] })
  expect(await isLedOut(link)).toBe(true)
  await compare()
  expect(await isLedOut(link)).toBe(true)
  expect(await stopTexts(person)).toHaveLength(1)
})

describe('no app is switched off', () => {
  test.each<[string, Sums, Sums]>([
    ['if results are better in the browser', [200, 2], [1000, 100]],
    ['if the intervals overlap', [200, 10], [1000, 40]],
    ['with too few clicks inside', [99, 50], [1000, 10]],
    ['with too few clicks in the browser', [1000, 500], [99, 1]],
  ])('%s', async (_, inside, outside) => {
    const { person, link } = await linkWith(inside, outside)
    await compare()
    expect(await readLink(person, link)).toMatchObject({ kept_in_app: [] })
  })

  test('for clicks of more than 90 days ago', async () => {
    const { person, link } = await linkWith([200, 20], [1000, 20], { daysAgo: 95 })
    await compare()
    expect(await readLink(person, link)).toMatchObject({ kept_in_app: [] })
  })

  test('if the link does not open in the browser', async () => {
    const edit = { open_in_browser: false }
    const { person, link } = await linkWith([200, 20], [1000, 20], { edit })
    await compare()
    expect(await readLink(person, link)).toMatchObject({ kept_in_app: [] })
  })
})

test('clicks inside from before the first visitor left the app are not compared', async () => {
  const { person, link, row } = await linkWith([99, 0], [1000, 20])
  await server.deps.db
    .insert(linkFacetDays)
    .values({ ...row, day: '2026-01-01', value: 'instagram', human: 500, orders: 200 })
  await compare()
  expect(await readLink(person, link)).toMatchObject({ kept_in_app: [] })
})
