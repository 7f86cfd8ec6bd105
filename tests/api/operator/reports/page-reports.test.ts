import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { formerSlugs, pages } from '../../../../server/platform/db/schema.ts'
import { pageCommand } from '../../../../server/operator/pages.ts'
import { texts } from '#support/server/activity.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { addPage as madeBy, editPage, readPage } from '#support/server/page/pages.ts'
import { newEmail, signUp } from '#support/server/people.ts'
import * as made from '#support/server/page/public-pages.ts'
import {
  hrefsIn,
  htmlOf,
  openPage,
  visibleText,
  type StoredPage,
} from '#support/server/page/public-pages.ts'
import {
  startReportServer,
  OPERATOR,
  EVE,
  newAddress,
  sendReport,
  reportsOf,
  runCommand,
} from '#support/server/reporting.ts'
import { expectParts } from '#support/expect-parts.ts'
import { expectTooMany } from '#support/server/asking.ts'

const server = await startReportServer()

const formOf = ({ slug }: { slug: string }) => open(server, `/p/${slug}/report`)

const report = async (page: { slug: string }, typed: Record<string, string>, address?: string) =>
  sendReport(await formOf(page), typed, address)

/** Runs a command as `npm run operator --` does. */
const operator = (name: string, page: string, typed: { why?: string; rule?: string } = {}) =>
  runCommand(server, pageCommand([name, page]), typed)
const list = () => reportsOf(server)
const urlOf = ({ slug }: { slug: string }) => `${server.deps.config.appOrigin}/p/${slug}`
const why = 'It shows stolen pictures'
const rule = 'Only what is yours'

const mails = (email: string, count: number) => waitForMails(server, email, count)
const mailsAbout = ({ slug }: StoredPage) =>
  mailsTo(server, OPERATOR).filter((mail) => mail.includes(slug))

describe('a person who reports a page', () => {
  test('finds the form in the footer, with its subject, and is thanked', async () => {
    const page = await made.addPage(server, { title: 'Ana <b>' })
    const path = `/p/${page.slug}/report`
    expect(hrefsIn(await htmlOf(server, page.slug))).toContain(server.deps.config.appOrigin + path)
    const form = await formOf(page)
    expect(form.status).toBe(200)
    expect(visibleText(form.html)).toContain(new URL(urlOf(page)).host + `/p/${page.slug}`)
    expect(form.html).toContain('Ana &lt;b&gt;')
    const sent = await sendReport(form, { reason: 'imposter', details: 'That is me' })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe(`${path}?reported`)
    const thanks = await open(server, `${path}?reported`)
    const words = 'Thank you. The operator of this site will review your report'
    expect(visibleText(thanks.html)).toContain(words)
    expect(thanks.html).not.toContain('<form')
    const text = 'It pretends to be someone else: That is me\n  answer to Eve'
    expect(await list()).toContain(`${urlOf(page)}\n  a page\n  ${text}`)
  })

  test('gets no script and no cookie; the form is not cached or indexed', async () => {
    const { slug } = await made.addPage(server)
    const { headers, html, cookie } = await formOf({ slug })
    expect(html).not.toContain('<script')
    expect(cookie).toBe('')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  test('must give name, address and confirmation; typed values stay', async () => {
    const page = await made.addPage(server)
    const form = await formOf(page)
    const back = await form.submit({
      reason: 'copied',
      details: 'My photo',
      name: '',
      email: 'eve@',
    })
    expect(back.status).toBe(400)
    expectParts(
      back.html,
      'Enter your name.',
      'Enter an email address, like name@example.com.',
      'Confirm that your report is true to the best of your knowledge.',
    )
    expect(back.html).toMatch(/<textarea[^>]*>My photo<\/textarea>/)
    expect(await list()).not.toContain(urlOf(page))
    expect((await sendReport(back, { reason: 'copied' })).status).toBe(303)
  })

  test('can report child abuse anonymously', async () => {
    const page = await made.addPage(server)
    const form = await formOf(page)
    const sent = await form.submit({ reason: 'child-abuse' }, { 'X-Forwarded-For': newAddress() })
    expect(sent.status).toBe(303)
    expect(await list()).toContain(`${urlOf(page)}\n  a page\n  It shows child abuse`)
  })

  test('causes one mail an hour to the operator, with instructions', async () => {
    const page = await made.addPage(server)
    await report(page, { reason: 'scam', details: 'first' })
    await report(page, { reason: 'spam', details: 'second' })
    const other = await made.addPage(server)
    await report(other, { reason: 'scam' })
    await vi.waitFor(() => expect(mailsAbout(other)).toHaveLength(1), 20_000)
    const [mail = '', ...more] = mailsAbout(page)
    expect(more).toEqual([])
    expectParts(mail, urlOf(page), 'This is a creator’s page.', `block p/${page.slug} --why`)
    expect(await list()).toContain('second')
  })

  test('can send a limited number, and nothing from another site', async () => {
    const page = await made.addPage(server)
    for (let n = 0; n < 5; n++) {
      expect((await report(page, { reason: 'spam' }, '192.0.2.9')).status).toBe(303)
    }
    expectTooMany(await report(page, { reason: 'spam' }, '192.0.2.9'))
    const form = { ...EVE, reason: 'spam', details: 'forged' }
    const path = `/p/${page.slug}/report`
    const headers = { Origin: 'https://elsewhere.example' }
    expect((await server.request('POST', path, { form, headers })).status).toBe(403)
    expect(await list()).not.toContain('forged')
  })

  test('can only report visible pages', async () => {
    const hidden = await made.addPage(server, { isPublished: false })
    const blocked = await made.addPage(server, { blockedAt: new Date() })
    for (const slug of ['nobody-is-here', hidden.slug, blocked.slug]) {
      expect((await open(server, `/p/${slug}/report`)).status).toBe(404)
      const form = { ...EVE, reason: 'spam' }
      expect((await server.request('POST', `/p/${slug}/report`, { form })).status).toBe(404)
    }
    const page = await made.addPage(server)
    const slug = made.newSlug()
    await server.deps.db.insert(formerSlugs).values({ slug, pageId: page.id })
    const { status, headers } = await open(server, `/p/${slug}/report`)
    expect([status, headers.get('location')]).toEqual([308, `/p/${page.slug}/report`])
  })
})

describe('the operator', () => {
  test('blocks a page with a reason and a rule, and unblocks it', async () => {
    const page = await made.addPage(server)
    await htmlOf(server, page.slug)
    for (const typed of [{}, { why }, { rule }]) {
      await expect(operator('block', `p/${page.slug}`, typed)).rejects.toThrow(/^--(why|rule) /)
    }
    const said = await operator('block', `${urlOf(page)}/report?x`, { why, rule })
    expect(said).toContain(`The page ${page.slug} is blocked`)
    const status = async () => (await openPage(server, page.slug)).status
    await vi.waitFor(async () => expect(await status()).toBe(410))
    const shown = visibleText(await (await openPage(server, page.slug)).text())
    expect(shown).toContain('The operator of this site blocked it.')
    expect(await operator('unblock', `/p/${page.slug}`)).toContain('is back as it was')
    await vi.waitFor(async () => expect(await status()).toBe(200))
  })

  test('tells the owner why, in the app and by mail; edits do not unblock it', async () => {
    const ana = await signUp(server)
    const page = await madeBy(ana, { title: 'Lamps of Ana', is_published: true })
    expect(page.block).toBeNull()
    await operator('block', `p/${page.slug}`, { why, rule })
    const block = { why, rule, contact: OPERATOR, since: expect.any(String) }
    expect((await readPage(ana)).body).toMatchObject({ block })
    const [text] = await texts(ana)
    expectParts(text, 'Lamps of Ana', 'was blocked by the operator', why, rule, OPERATOR)
    expectParts((await mails(ana.email, 1))[0], urlOf(page), why, rule, OPERATOR)
    const edit = { slug: `${page.slug}-2`, is_published: true, block: null }
    expect((await editPage(ana, page, edit)).body).toMatchObject({ block })
    expect((await openPage(server, `${page.slug}-2`)).status).toBe(410)
    await operator('unblock', `p/${page.slug}`)
    expect((await readPage(ana)).body.block).toBeNull()
    expect(await texts(ana)).toContainEqual(expect.stringContaining('is no longer blocked'))
    expect((await openPage(server, `${page.slug}-2`)).status).toBe(200)
  })

  test('closes its reports by either decision, and notifies reporters with an address', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const [bad, good] = [await made.addPage(server), await made.addPage(server)]
    await report(bad, { reason: 'scam', email: first })
    await report(good, { reason: 'other', email: second })
    await Promise.all([mails(first, 1), mails(second, 1)])
    await operator('block', `p/${bad.slug}`, { why, rule })
    const said = await operator('dismiss', `p/${good.slug}`, { why: 'It is a shop.' })
    expect(said).toContain('1 report')
    expectParts(
      (await mails(first, 2)).at(-1),
      'blocked the page. Nobody can see it.',
      `The rule it broke: ${rule}`,
    )
    expect((await mails(second, 2)).at(-1)).toContain('did not block the page')
    expect(await list()).not.toMatch(new RegExp(`${bad.slug}|${good.slug}`))
  })

  test('keeps the report when the page is renamed or deleted', async () => {
    const page = await made.addPage(server)
    await report(page, { reason: 'scam' })
    const slug = made.newSlug()
    await server.deps.db.update(pages).set({ slug }).where(eq(pages.id, page.id))
    expect(await list()).toContain(`${urlOf(page)}  (now ${slug})`)
    await server.deps.db.delete(pages).where(eq(pages.id, page.id))
    expect(await list()).toContain(`${urlOf(page)}  (the page is gone)`)
    expect(await operator('dismiss', `p/${page.slug}`)).toContain('1 report')
    await expect(operator('dismiss', `p/${page.slug}`)).rejects.toThrow('There is no page')
    await expect(operator('unblock', 'p/nobody-is-here')).rejects.toThrow('There is no page')
  })

  test('closes no reports of a link with the same name', async () => {
    const page = await made.addPage(server)
    await report(page, { reason: 'scam' })
    await server.deps.sql`
      insert into abuse_reports (short_url, target_url, reason)
      values (${`${server.deps.config.shortLinkHost}/${page.slug}`}, '', 'scam')`
    await operator('dismiss', `p/${page.slug}`)
    expect(await list()).toContain(`${server.deps.config.shortLinkHost}/${page.slug}`)
  })
})

test.each(['block lamp', 'history p/ana', 'block p/a', 'block'])(
  '%s is not a command about a page',
  (typed) => expect(pageCommand(typed.split(' '))).toBeUndefined(),
)
