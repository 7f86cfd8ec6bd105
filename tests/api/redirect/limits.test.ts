import { describe, expect, test, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import {
  addLink as storeLink,
  BOT,
  countsOf,
  editLink as changeStored,
  visit,
} from '#support/server/links/short-links.ts'
import { addWebhook, logOf } from '#support/server/webhooks.ts'
import { webhookEndingJob } from '../../../server/partners/webhooks/webhook-endings.ts'
import { startTestServer } from '#support/server/test-app.ts'

const { server, ana } = await startWithCreator({ listen: true })
const other = await startTestServer({ listen: true, sharedServer: server })

const HOUR = 60 * 60 * 1000
const from = (time: number) => new Date(time).toISOString()
const at = (link: ShortLink, options = {}, on = server) =>
  visit(on, `/s/${link.short_code}`, options)

async function edited(edit: object): Promise<ShortLink> {
  const { status, body } = await editLink(ana, await addLink(ana), edit)
  expect(status).toBe(200)
  return body
}

/** Returns a rule for visitors whose address has this parameter. */
const rule = (target_url: string | null, parameter: string) => ({
  target_url,
  conditions: [{ kind: 'query', values: [parameter] }],
})

describe('a link with a start', () => {
  test('shows the time before it, is not cached, and counts nothing', async () => {
    const now = vi.spyOn(Date, 'now')
    const start = Date.UTC(2031, 4, 1, 10)
    const link = await edited({ starts_at: from(start) })
    now.mockReturnValue(start - 1)
    const early = await at(link)
    now.mockReturnValue(start)
    const open = await at(link)
    now.mockRestore()
    expect(early).toMatchObject({ status: 404, location: undefined })
    expect(early.body).toContain('This link is not open yet')
    expect(early.body).toContain(
      '<time datetime="2031-05-01T10:00:00.000Z">May 1, 2031 at 10:00 AM UTC</time>',
    )
    expect(early.body).not.toContain('<script')
    expect(early.headers['cache-control']).toBe('private, no-store')
    expect(open).toMatchObject({ status: 302, location: link.target_url })
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1 })
  })

  test('opens as soon as an edit that removes the start is answered', async () => {
    const link = await edited({ starts_at: from(Date.now() + HOUR) })
    expect((await at(link)).status).toBe(404)
    expect((await at(link, { method: 'HEAD' })).status).toBe(404)
    await editLink(ana, link, { starts_at: null })
    expect((await at(link)).status).toBe(302)
  })

  test('that is blocked says so and not when it starts', async () => {
    const link = await storeLink(server, { startsAt: new Date(Date.now() + HOUR) })
    await changeStored(server, link, { blockedAt: new Date() })
    const answer = await visit(server, `/s/${link.shortCode}`)
    expect(answer).toMatchObject({ status: 410 })
    expect(answer.body).toContain('This link was blocked')
  })
})

describe('a link with a click limit', () => {
  test('redirects as often as the limit says, and then shows that it has ended', async () => {
    const link = await edited({ max_clicks: 2 })
    for (const place of [1, 2]) {
      expect(await at(link)).toMatchObject({ status: 302, location: link.target_url })
      expect(await readLink(ana, link)).toMatchObject({ max_clicks: 2, used_clicks: place })
    }
    const ended = await at(link)
    expect(ended).toMatchObject({ status: 410, location: undefined })
    expect(ended.body).toContain('all of them are used')
    expect(ended.headers['cache-control']).toBe('private, no-store')
    expect((await at(link, { headers: { 'User-Agent': BOT } })).status).toBe(410)
    expect(await readLink(ana, link)).toMatchObject({ used_clicks: 2 })
  })

  test('leads to its fallback once all clicks are used', async () => {
    const fallback_url = 'https://a.example/next'
    const link = await edited({ max_clicks: 1, fallback_url })
    expect((await at(link)).location).toBe(link.target_url)
    expect(await at(link)).toMatchObject({ status: 302, location: fallback_url })
    expect(await at(link, {}, other)).toMatchObject({ status: 302, location: fallback_url })
  })

  test('gives exactly its clicks to simultaneous visitors of two servers', async () => {
    const link = await edited({ max_clicks: 50 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => at(link, {}, n % 2 === 0 ? server : other)),
    )
    const count = (status: number) => answers.filter((one) => one.status === status).length
    expect([count(302), count(410)]).toEqual([50, 150])
    expect(await readLink(ana, link)).toMatchObject({ used_clicks: 50 })
  })

  test('redirects bots, previews and HEAD without using a click', async () => {
    const link = await edited({ max_clicks: 1 })
    const programs = [
      { headers: { 'User-Agent': BOT } },
      { headers: { 'User-Agent': 'WhatsApp/2.23' } },
      { headers: { 'Sec-Purpose': 'prefetch' } },
      { method: 'HEAD' },
    ]
    for (const options of programs)
      expect(await at(link, options)).toMatchObject({ status: 302, location: link.target_url })
    expect(await readLink(ana, link)).toMatchObject({ used_clicks: 0 })
    expect((await at(link)).status).toBe(302)
    for (const options of programs) expect((await at(link, options)).status).toBe(410)
  })

  test('a raised limit adds clicks, a removed one starts again at 0', async () => {
    const link = await edited({ max_clicks: 1 })
    await at(link)
    expect((await at(link)).status).toBe(410)
    await editLink(ana, link, { max_clicks: 2 })
    expect([(await at(link)).status, (await at(link)).status]).toEqual([302, 410])
    await editLink(ana, link, { max_clicks: null })
    expect((await at(link)).status).toBe(302)
    expect(await readLink(ana, link)).toMatchObject({ max_clicks: null, used_clicks: 0 })
    await editLink(ana, link, { max_clicks: 1 })
    expect([(await at(link)).status, (await at(link)).status]).toEqual([302, 410])
  })

  test('a limit below the number of openings ends the link', async () => {
    const link = await edited({ max_clicks: 3 })
    await at(link)
    await at(link)
    const { body } = await editLink(ana, link, { max_clicks: 1 })
    expect(body).toMatchObject({ max_clicks: 1, used_clicks: 1 })
    expect((await at(link)).status).toBe(410)
  })

  test('neither its start nor its end uses a click', async () => {
    const link = await edited({ max_clicks: 1, starts_at: from(Date.now() + HOUR) })
    expect((await at(link)).status).toBe(404)
    await editLink(ana, link, { starts_at: null, expires_at: from(Date.now() - HOUR) })
    expect((await at(link)).status).toBe(410)
    await editLink(ana, link, { expires_at: null })
    expect((await at(link)).status).toBe(302)
  })

  test('a visitor redirected by a rule uses a click, one who sees the ended page does not', async () => {
    const rules = [rule(null, 'closed'), rule('https://a.example/there', 'there')]
    const link = await edited({ max_clicks: 1, rules })
    const open = (query: string) => visit(server, `/s/${link.short_code}${query}`)
    expect((await open('?closed')).status).toBe(410)
    expect((await open('?there')).location).toBe('https://a.example/there')
    expect((await open('')).status).toBe(410)
    expect(await readLink(ana, link)).toMatchObject({ used_clicks: 1 })
  })

  test('cannot be opened while the database does not answer', async () => {
    const cut = await startTestServer({ listen: true })
    const link = await storeLink(cut, { maxClicks: 5 })
    expect((await visit(cut, `/s/${link.shortCode}`)).status).toBe(302)
    await cut.deps.sql`alter table link_places rename to link_places_gone`
    expect((await visit(cut, `/s/${link.shortCode}`)).status).toBe(503)
    await cut.deps.sql`alter table link_places_gone rename to link_places`
    expect((await visit(cut, `/s/${link.shortCode}`)).status).toBe(302)
    expect(await countsOf(cut, link)).toMatchObject({ unique: 1, duplicate: 1 })
  })
})

const reasonsIn = async (id: number) =>
  (
    await server.deps.sql<{ reason: string }[]>`
    select facts ->> 'reason' as reason from webhook_deliveries
    where webhook_id = ${id} and event = 'link.ended' order by id`
  ).map(({ reason }) => reason)
const listen = () => addWebhook(ana, 'https://hooks.example/', ['link.ended'])

describe('a webhook', () => {
  test('is sent once when the last click is used, on any server', async () => {
    const { id } = await listen()
    const link = await edited({ max_clicks: 3 })
    await at(link)
    await at(link)
    expect(await reasonsIn(id)).toEqual([])
    await Promise.all([server, other, server, other].map((one) => at(link, {}, one)))
    expect(await reasonsIn(id)).toEqual(['used_up'])
    expect((await logOf(ana, id)).map(({ event }) => event)).toEqual(['link.ended'])
    // Its date passes later. It has ended already.
    await editLink(ana, link, { expires_at: '2020-01-01T00:00:00Z' })
    await server.deps.sql`update webhooks set endings_until = '2019-01-01' where id = ${id}`
    void (await webhookEndingJob(server.deps, {}, new AbortController().signal))
    expect(await reasonsIn(id)).toEqual(['used_up'])
  })

  test('is sent when a lower limit ends a link, and again when a higher one is used', async () => {
    const { id } = await listen()
    const link = await edited({ max_clicks: 9 })
    await at(link)
    await at(link)
    await editLink(ana, link, { max_clicks: 3 })
    expect(await reasonsIn(id)).toEqual([])
    await editLink(ana, link, { max_clicks: 2 })
    await editLink(ana, link, { max_clicks: 1 })
    expect(await reasonsIn(id)).toEqual(['used_up'])
    await editLink(ana, link, { max_clicks: 3 })
    await at(link)
    await at(link)
    expect(await reasonsIn(id)).toEqual(['used_up', 'used_up'])
  })
})
