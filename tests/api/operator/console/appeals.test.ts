import { describe, expect, test, vi } from 'vitest'
import { appealUrl } from '../../../../server/people/restrictions/appeal-key.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { visit } from '#support/server/links/short-links.ts'
import { addLink, linkPath } from '#support/server/links.ts'
import { addPage } from '#support/server/page/pages.ts'
import { signUp } from '#support/server/people.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)
const decision = { why: 'It is a trap', rule: 'No traps' }

/** Returns the path of the link in an email, joining wrapped lines. */
const appealPath = (mail = '') =>
  /\/mail\/appeal\/[\w.-]+/.exec(mail.replaceAll('=\n', ''))?.[0] ?? 'no link'

/** Blocks a link. Returns the member who did it and the path in the email about it. */
async function blockedLink() {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/lamp')
  const code = link.short_code
  const carl = await enter()
  await act(carl, 'content.block', { subject: `link ${code}`, ...decision })
  const mails = await waitForMails(server, ana.email, 1)
  return { ana, link, code, carl, path: appealPath(mails.at(-1)) }
}

async function appeal(path: string, text: string) {
  return (await open(server, path)).submit({ text })
}

const idOf = async (userId: string) => {
  const [row] = await sql<{ id: number }[]>`select id from appeals where user_id = ${userId}`
  return row?.id ?? 0
}

describe('an appeal', () => {
  test('is sent from the email, decided by another member, and unblocks', async () => {
    const { ana, link, code, carl, path } = await blockedLink()
    const page = await open(server, path)
    expectParts(textOf(page.html), `/s/${code}`, 'It is a trap', 'No traps', 'Send appeal')
    const sent = await page.submit({ text: 'It is <b>my</b> shop' })
    expect(sent.status).toBe(303)
    expectParts(textOf((await open(server, path)).html), 'We got your appeal')

    const dora = await enter()
    expectParts(textOf((await dora.get('/console/today')).html), 'appeal', 'Decide')
    const queue = (await dora.get('/console/reports')).html
    expectParts(queue, 'It is &lt;b&gt;my&lt;/b&gt; shop', ana.email, `/console/links/${link.uuid}`)

    const subject = `appeal ${await idOf(ana.uuid)}`
    const form = { subject, why: 'The shop is real', back: '/console/reports' }
    const own = await act(carl, 'appeal.accept', form)
    expect(own.status).toBe(400)
    expectParts(own.html, 'You blocked this, so somebody else decides')
    const done = await act(dora, 'appeal.accept', form)
    expect(done.headers.get('location')).toBe('/console/reports')
    expect((await visit(server, `/s/${code}`)).status).toBe(302)
    const [, mail = ''] = await waitForMails(server, ana.email, 2)
    expectParts(mail, 'was accepted', 'The shop is real')
    expect(await auditOf(server, subject)).toMatchObject([
      { action: 'appeal.accept', after: { about: `link ${code}`, decision: 'accepted' } },
    ])
    expectNoParts((await dora.get('/console/reports')).html, 'shop is real', `links/${link.uuid}`)
    expectParts(textOf((await open(server, path)).html), 'was accepted', 'The shop is real')
    const again = await act(dora, 'appeal.reject', form)
    expectParts(again.html, 'This appeal was decided already.')
  })

  test('that is rejected keeps the block, and the reason is sent', async () => {
    const { ana, code, path } = await blockedLink()
    await appeal(path, 'Please look again')
    const subject = `appeal ${await idOf(ana.uuid)}`
    const dora = await enter()
    expect((await act(dora, 'appeal.reject', { subject })).status).toBe(400)
    await act(dora, 'appeal.reject', { subject, why: 'It asks for card numbers' })
    expect((await visit(server, `/s/${code}`)).status).toBe(410)
    const [, mail = ''] = await waitForMails(server, ana.email, 2)
    expectParts(mail, 'was rejected', 'It asks for card numbers', 'The block stays')
    expectParts(textOf((await open(server, path)).html), 'was rejected')
  })

  test('can be sent once for each block', async () => {
    const { ana, link, code, path, carl } = await blockedLink()
    const first = await open(server, path)
    const second = await open(server, path)
    await first.submit({ text: 'First' })
    await second.submit({ text: 'Second' })
    const texts = await sql`select text from appeals where user_id = ${ana.uuid}`
    expect(texts).toEqual([{ text: 'First' }])
    await act(carl, 'content.unblock', { subject: `link ${code}` })
    vi.setSystemTime(Date.now() + 60_000)
    await act(carl, 'content.block', { subject: `link ${code}`, ...decision })
    const [row] = await sql<{ at: string }[]>`
      select blocked_at as at from links where id = ${link.uuid}`
    const blockedAt = new Date(row?.at ?? 0)
    const block = { about: 'link', targetId: link.uuid, blockedAt } as const
    const { pathname } = new URL(appealUrl(server.deps, block))
    expect(pathname).not.toBe(path)
    expectParts(textOf((await open(server, path)).html), 'This block is over')
    expectParts(textOf((await open(server, pathname)).html), 'Send appeal')
  })

  test('needs a text of at most 2,000 characters', async () => {
    const { path } = await blockedLink()
    for (const text of [' ', 'x'.repeat(2001)]) {
      const refused = await appeal(path, text)
      expect(refused.status).toBe(400)
      expect(refused.html).toMatch(/id="text"[^>]*aria-invalid="true"/)
    }
  })
})

test('the block of a page and of an account can be appealed, and are lifted', async () => {
  const ana = await signUp(server)
  const { slug } = await addPage(ana, { is_published: true })
  const link = await addLink(ana, 'https://shop.example/lamp')
  const carl = await enter()
  const dora = await enter()
  const paths = async (count: number) => {
    const mails = await waitForMails(server, ana.email, count)
    return appealPath(mails.at(-1))
  }
  await act(carl, 'content.block', { subject: `page ${slug}`, ...decision })
  await appeal(await paths(1), 'It is my page')
  await act(dora, 'appeal.accept', { subject: `appeal ${await idOf(ana.uuid)}`, why: 'Right' })
  expect((await visit(server, `/p/${slug}`)).status).toBe(200)
  await waitForMails(server, ana.email, 2)
  await sql`delete from appeals where user_id = ${ana.uuid}`

  await act(carl, 'person.block', { subject: `user ${ana.uuid}`, ...decision })
  expect((await visit(server, `/p/${slug}`)).status).not.toBe(200)
  await appeal(await paths(3), 'It is my account')
  const accept = { subject: `appeal ${await idOf(ana.uuid)}`, why: 'Right' }
  expect((await act(carl, 'appeal.accept', accept)).status).toBe(400)
  await act(dora, 'appeal.accept', accept)
  expect((await visit(server, `/p/${slug}`)).status).toBe(200)
  expect((await ana.send('PATCH', linkPath(link), { name: 'Lamp' })).status).toBe(200)
})

test('the only member of the staff decides about appeals against own blocks', async () => {
  const { ana, code, carl, path } = await blockedLink()
  await appeal(path, 'Please look again')
  await sql`delete from staff where email <> ${carl.email}`
  const subject = `appeal ${await idOf(ana.uuid)}`
  expect((await act(carl, 'appeal.accept', { subject, why: 'Right' })).status).toBe(303)
  expect((await visit(server, `/s/${code}`)).status).toBe(302)
})

test('a changed, unknown or outdated link takes no appeal', async () => {
  const { ana, code, carl, path } = await blockedLink()
  for (const wrong of [
    `${path}x`,
    path.replace('link.', 'page.'),
    '/mail/appeal/x',
    '/mail/appeal/a.b.c.d',
  ])
    expect((await server.request('GET', wrong)).status, wrong).toBe(404)
  await act(carl, 'content.unblock', { subject: `link ${code}` })
  expectParts(textOf((await open(server, path)).html), 'This block is over')
  await server.request('POST', path, { form: { text: 'Late' } })
  expect(await idOf(ana.uuid)).toBe(0)
  expect(mailsTo(server, ana.email)).toHaveLength(1)
})
