import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { blockLink, unblockLink } from '../../../../server/operator/reports/link-blocks.ts'
import { links } from '../../../../server/platform/db/schema.ts'
import { linkCommand } from '../../../../server/operator/links.ts'
import { texts } from '#support/server/activity.ts'
import { addLink as madeBy, readLink } from '#support/server/links.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { newEmail, signUp } from '#support/server/people.ts'
import { addLink, newCode, type StoredLink } from '#support/server/links/short-links.ts'
import {
  startReportServer,
  OPERATOR,
  newAddress,
  reportsOf,
  runCommand,
} from '#support/server/reporting.ts'
import { expectParts } from '#support/expect-parts.ts'

const server = await startReportServer()

async function report(link: Pick<StoredLink, 'shortCode'>, typed: Record<string, string>) {
  const page = await open(server, `/s/${link.shortCode}+`)
  const headers = { 'X-Forwarded-For': newAddress() }
  return page.submit({ details: '', name: '', email: '', ...typed }, headers)
}
const said = (email = newEmail()) => ({ reason: 'scam', name: 'Eve', email, good_faith: 'on' })

/** Runs a command as `npm run operator --` does. */
const operator = (name: string, link: string, typed: { why?: string; rule?: string } = {}) =>
  runCommand(server, linkCommand([name, link]), typed)
const list = () => reportsOf(server)
const urlOf = ({ shortCode }: StoredLink) => `${server.deps.config.shortLinkHost}/${shortCode}`

const mails = (email: string, count: number) => waitForMails(server, email, count)

const why = 'It asks for card numbers.'
const rule = 'No phishing'

describe('a person who reports a link', () => {
  test('must give name, address and confirmation, each with its own error', async () => {
    const link = await addLink(server)
    const back = await report(link, { reason: 'scam' })
    expect(back.status).toBe(400)
    expectParts(
      back.html,
      'Enter your name.',
      'Enter your email address, so that we can send you the decision.',
      'Confirm that your report is true to the best of your knowledge.',
    )
    expect(await list()).not.toContain(urlOf(link))
    const half = await report(link, { ...said(), name: '' })
    expect(half.html).toMatch(/<input type="checkbox"[^>]* checked/)
    expect((await report(link, said())).status).toBe(303)
    expect(await list()).toContain(urlOf(link))
  })

  test('can report child abuse anonymously', async () => {
    const link = await addLink(server)
    expect((await report(link, { reason: 'child-abuse' })).status).toBe(303)
    expect(await list()).toContain('It shows child abuse')
  })

  test('gets a receipt and the decision by mail, without the report’s text', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const link = await addLink(server, { url: 'https://shop.example/trap' })
    const words = { details: 'buy at evil.example', name: 'evil.example' }
    await report(link, { ...said(email), ...words })
    const [receipt = ''] = await mails(email, 1)
    expect(receipt).toContain(`Thank you for your report about ${urlOf(link)}`)
    await report(link, { ...said(email), ...words })
    await report(link, said(other))
    await mails(email, 2)
    await operator('block', link.shortCode, { why, rule })
    const decision = (await mails(email, 3)).at(-1) ?? ''
    expectParts(decision, 'blocked the link', `The rule it broke: ${rule}`)
    expect(decision).toContain(`write to ${OPERATOR}`)
    expect((await mails(other, 2)).at(-1)).toContain('blocked the link')
    expect(mailsTo(server, email)).toHaveLength(3)
    expect(mailsTo(server, email).join()).not.toMatch(/evil\.example|shop\.example/)
  })

  test('is also notified when the link stays', async () => {
    const email = newEmail()
    const link = await addLink(server)
    await report(link, said(email))
    await mails(email, 1)
    const expected = '1 report'
    expect(await operator('dismiss', link.shortCode, { why: 'It is a shop.' })).toContain(expected)
    const decision = (await mails(email, 2)).at(-1) ?? ''
    expectParts(decision, 'did not block the link', 'Why: It is a shop.')
  })

  test('gets at most three receipts an hour, and every report is stored', async () => {
    const email = newEmail()
    const reported = [await addLink(server), await addLink(server), await addLink(server)]
    for (const link of reported) await report(link, said(email))
    await mails(email, 3)
    const [last, probe] = [await addLink(server), await addLink(server)]
    expect((await report(last, said(email))).status).toBe(303)
    expect(await list()).toContain(urlOf(last))
    const other = newEmail()
    await report(probe, said(other))
    await mails(other, 1)
    expect(mailsTo(server, email)).toHaveLength(3)
  })

  test.each([
    'eve@people.example\r\nBcc: all@people.example',
    'eve@people.example, all@people.example',
    'Eve <eve@people.example>',
  ])('cannot inject a mail header or recipient: %j', async (email) => {
    const link = await addLink(server)
    const back = await report(link, said(email))
    expect(back.status).toBe(400)
    expect(back.html).toContain('Enter an email address, like name@example.com.')
  })
})

describe('a report of a deleted link', () => {
  test('is listed with its subject and can be closed, and the reporter is notified', async () => {
    const email = newEmail()
    const link = await addLink(server, { url: 'https://shop.example/gone' })
    await report(link, said(email))
    await mails(email, 1)
    await server.deps.db.delete(links).where(eq(links.id, link.id))
    const expected = `${urlOf(link)}  (the link is gone)\n  led to https://shop.example/gone`
    expect(await list()).toContain(expected)
    expect(await operator('dismiss', link.shortCode)).toContain('1 report')
    expect(await list()).not.toContain(urlOf(link))
    expect((await mails(email, 2)).at(-1)).toContain(`You reported ${urlOf(link)}`)
    await expect(operator('dismiss', link.shortCode)).rejects.toThrow('There is no link')
  })

  test('keeps the reported address after the link’s code changes', async () => {
    const link = await addLink(server)
    await report(link, said())
    const code = newCode()
    await server.deps.db.update(links).set({ shortCode: code }).where(eq(links.id, link.id))
    expect(await list()).toContain(`${urlOf(link)}  (now ${code})`)
  })
})

describe('the owner of a blocked link', () => {
  test('is only blocked with a reason and a rule', async () => {
    const ana = await signUp(server)
    const link = await madeBy(ana)
    for (const typed of [{}, { why }, { rule }, { why: ' ', rule }, { why, rule: '\n' }])
      await expect(operator('block', link.short_code, typed)).rejects.toThrow(/^--(why|rule) /)
    expect(await readLink(ana, link)).toMatchObject({ is_blocked: false, block: null })
  })

  test('gets facts, rule and contact in the app and by mail', async () => {
    const ana = await signUp(server)
    const link = await madeBy(ana)
    await operator('block', link.short_code, { why: 'It asks\nfor card numbers', rule })
    const block = { why: 'It asks for card numbers', rule, contact: OPERATOR }
    expect(await readLink(ana, link)).toMatchObject({ is_blocked: true, block })
    // The newest notification may be a different one, about the page that could not be read.
    const text = (await texts(ana)).find((each) => each.includes('was blocked by the operator'))
    expectParts(text, 'It asks for card numbers.', 'No phishing.', OPERATOR)
    const [mail = ''] = await mails(ana.email, 1)
    expectParts(mail, link.split_url, link.url, 'It asks for card numbers', rule, OPERATOR)
  })

  test('is notified when the link is unblocked', async () => {
    const ana = await signUp(server)
    const link = await madeBy(ana)
    await blockLink(server.deps.db, link.short_code, { why, rule, contact: OPERATOR })
    await unblockLink(server.deps.db, link.short_code)
    expect(await readLink(ana, link)).toMatchObject({ is_blocked: false, block: null })
    expect(await texts(ana)).toContainEqual(expect.stringContaining('is no longer blocked'))
  })
})

describe('the age of open reports', () => {
  test('is in the operator’s list', async () => {
    const link = await addLink(server)
    await report(link, said())
    await server.deps.sql`
      update abuse_reports set created_at = now() - interval '73 hours' where link_id = ${link.id}`
    expect(await list()).toMatch(/^\d+ open reports?, the oldest 3 days old\.\n/)
    await operator('dismiss', link.shortCode)
    expect(await list()).not.toContain('3 days old')
  })

  test('is shown by /healthz only to the same machine', async () => {
    const link = await addLink(server)
    await report(link, said())
    await server.deps.sql`
      update abuse_reports set created_at = now() - interval '73 hours' where link_id = ${link.id}`
    const health = async (headers: Record<string, string>) =>
      (await server.request('GET', '/healthz', { headers })).json()
    expect(await health({})).toMatchObject({
      ok: true,
      reports: { open: expect.any(Number), oldest_hours: 73 },
    })
    const expected = { ok: true, version: '2.0.6' }
    expect(await health({ 'X-Forwarded-For': '198.51.100.1' })).toEqual(expected)
  })
})
