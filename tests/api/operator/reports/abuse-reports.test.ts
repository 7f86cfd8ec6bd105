import { describe, expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { blockLink, unblockLink } from '../../../../server/operator/reports/link-blocks.ts'
import {
  isAboutLink,
  closeReports,
  openReports,
} from '../../../../server/operator/reports/open-reports.ts'
import { abuseReports } from '../../../../server/platform/db/schema.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { addLink as madeBy, changes, readLink, search } from '#support/server/links.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { signUp } from '#support/server/people.ts'
import { addLink, eventsOf, visit, type StoredLink } from '#support/server/links/short-links.ts'
import {
  startReportServer,
  OPERATOR,
  EVE,
  newAddress,
  sendReport,
} from '#support/server/reporting.ts'
import { expectParts } from '#support/expect-parts.ts'
import { expectTooMany } from '#support/server/asking.ts'

const server = await startReportServer()

const page = ({ shortCode }: Pick<StoredLink, 'shortCode'>) => open(server, `/s/${shortCode}+`)

const BLOCK = { why: 'It asks for card numbers.', rule: 'No phishing', contact: OPERATOR }
const block = (code: string) => blockLink(server.deps.db, code, BLOCK)
const unblock = (code: string) => unblockLink(server.deps.db, code)

const stored = () => openReports(server.deps.db, 100)
const about = async (link: StoredLink) =>
  (await stored()).filter(({ nameNow }) => nameNow === link.shortCode)
const mails = (link: StoredLink) =>
  mailsTo(server, OPERATOR).filter((mail) => mail.includes(link.shortCode))

describe('reporting a link', () => {
  test('stores the report with the target, thanks, and notifies the operator', async () => {
    const link = await addLink(server, { url: 'https://shop.example/trap' })
    const sent = await sendReport(await page(link), {
      reason: 'scam',
      details: 'Asks for\nmy card <b>',
      email: 'Eve@People.example ',
    })
    expect(sent.status).toBe(303)
    const to = sent.headers.get('location') ?? ''
    expect(to).toBe(`/s/${link.shortCode}+?reported`)
    expect((await open(server, to)).html).toContain('Thank you. The operator of this site')
    expect(await about(link)).toMatchObject([
      {
        targetUrl: 'https://shop.example/trap',
        reason: 'scam',
        details: 'Asks for\nmy card <b>',
        email: 'eve@people.example',
      },
    ])
    await vi.waitFor(() => expect(mails(link)).toHaveLength(1), 20_000)
    const [mail = ''] = mails(link)
    expectParts(
      mail,
      `http://localhost:${server.deps.config.port}/s/${link.shortCode}`,
      'https://shop.example/trap',
      'my card <b>',
      'eve@people.example',
      `operator -- block ${link.shortCode}`,
    )
  })

  test('sends one mail for many reports of a link in an hour, and lists all', async () => {
    const link = await addLink(server)
    await sendReport(await page(link), { reason: 'spam' })
    await sendReport(await page(link), { reason: 'other', details: 'second' })
    expect(await about(link)).toHaveLength(2)
    const last = await addLink(server)
    await sendReport(await page(last), { reason: 'spam' })
    await vi.waitFor(() => expect(mails(last)).toHaveLength(1), 20_000)
    expect(mails(link)).toHaveLength(1)
  })

  test('shows errors at the fields and keeps the typed values', async () => {
    const link = await addLink(server)
    const back = await sendReport(await page(link), {
      reason: '',
      details: 'what I saw',
      email: 'eve@',
    })
    expect(back.status).toBe(400)
    expect(back.html).toContain('Choose what is wrong.')
    expect(back.html).toContain('Enter an email address, like name@example.com.')
    expect(back.html).toMatch(/<textarea[^>]*>what I saw<\/textarea>/)
    expect(back.html).toContain('value="eve@"')
    expect(back.html).toMatch(/<details class="report" open/)
    const long = await sendReport(back, { reason: 'spam', details: 'x'.repeat(1001) })
    expect(long.html).toContain('Keep this under 1000 characters.')
    expect(await about(link)).toEqual([])
    expect((await sendReport(long, { reason: 'spam' })).status).toBe(303)
  })

  test('refuses forms sent from another site', async () => {
    const link = await addLink(server)
    const path = `/s/${link.shortCode}+`
    const form = { ...EVE, reason: 'spam', details: 'forged' }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: server.deps.config.appOrigin },
      { Origin: 'https://elsewhere.example' },
      { Origin: 'null' },
    ]) {
      const answer = await server.request('POST', path, { form, headers })
      expect(answer.status).toBe(403)
      expectParts(await answer.text(), 'forged', 'This form was sent from another site.')
    }
    expect((await server.request('POST', path, { body: { reason: 'spam' } })).status).toBe(400)
    expect(await about(link)).toEqual([])
  })

  test.each(['Sec-Fetch-Site', 'Origin'])(
    'needs no cookie: a browser’s %s shows that the form is ours',
    async (header) => {
      const link = await addLink(server)
      expect((await page(link)).cookie).toBe('')
      const value = header === 'Origin' ? server.deps.config.appOrigin : 'same-origin'
      const form = { ...EVE, reason: 'spam' }
      const headers = { 'X-Forwarded-For': newAddress(), [header]: value }
      const answer = await server.request('POST', `/s/${link.shortCode}+`, { form, headers })
      expect(answer.status).toBe(303)
      expect(answer.headers.getSetCookie()).toEqual([])
    },
  )

  test('is limited per address', async () => {
    const link = await addLink(server)
    const send = async () => sendReport(await page(link), { reason: 'spam' }, '198.51.100.7')
    for (let n = 0; n < 5; n++) expect((await send()).status).toBe(303)
    const refused = await send()
    expectTooMany(refused)
    expect(refused.html).toContain('Too many attempts. Try again in 15 minutes.')
    expect(await about(link)).toHaveLength(5)
  })

  test('answers 404 for an unknown link', async () => {
    const answer = await server.request('POST', '/s/nobody-has-this+', { form: { reason: 'spam' } })
    expect(answer.status).toBe(404)
  })

  test('deletes closed reports after ninety days, but no open ones', async () => {
    const [closed, kept] = [await addLink(server), await addLink(server)]
    for (const link of [closed, kept]) await sendReport(await page(link), { reason: 'spam' })
    await server.deps.db.transaction(async (tx) => {
      const decided = { decision: 'dismissed' as const, why: '' }
      expect(await closeReports(tx, isAboutLink(closed.id), decided)).toBe(1)
    })
    expect(await about(closed)).toEqual([])
    const rows = await server.deps.db.$count(abuseReports)
    const longAgo = sql`now() - interval '91 days'`
    await server.deps.db
      .update(abuseReports)
      .set({ createdAt: longAgo, handledAt: sql`handled_at - interval '91 days'` })
    await deleteExpired(server.deps.db)
    expect(await server.deps.db.$count(abuseReports)).toBe(rows - 1)
    expect(await about(kept)).toHaveLength(1)
  })
})

describe('a blocked link', () => {
  test('shows a notice, counts no clicks, and redirects again when unblocked', async () => {
    const link = await addLink(server, { fallbackUrl: 'https://next.example/' })
    const go = () => visit(server, `/s/${link.shortCode}`)
    expect((await go()).status).toBe(302)
    await sendReport(await page(link), { reason: 'scam' })
    expect(await block(link.shortCode)).toBe(true)
    const answer = await go()
    expect(answer).toMatchObject({ status: 410, location: undefined })
    expect(answer.body).toContain('The operator of this site blocked it')
    expect(await eventsOf(server, link)).toHaveLength(1)
    expect(await about(link)).toEqual([])
    const { html } = await page(link)
    expect(html).toContain('The operator of this site blocked this link.')
    expect(html).not.toMatch(/shop\.example|next\.example|<form/)
    expect(await unblock(link.shortCode)).toBe(true)
    expect(await go()).toMatchObject({ status: 302, location: link.url })
  })

  test('is marked for its owner and cannot be unblocked by an edit', async () => {
    const ana = await signUp(server)
    const link = await madeBy(ana)
    const { cursor } = await search(ana)
    await block(link.short_code)
    const { results } = await changes(ana, cursor)
    expect(results).toMatchObject([
      { uuid: link.uuid, is_blocked: true, block: { ...BLOCK, since: expect.any(String) } },
    ])
    const edit = { expires_at: null, short_code: `x-${link.short_code}`, is_blocked: false }
    await ana.send('PATCH', `/v2/my/links/${link.uuid}/`, edit)
    expect(await readLink(ana, link)).toMatchObject({ is_blocked: true })
    for (const code of [link.short_code, `x-${link.short_code}`])
      expect((await visit(server, `/s/${code}`)).status).toBe(410)
  })
})
