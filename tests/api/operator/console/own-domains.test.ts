import { expect, test } from 'vitest'
import { linkCommand } from '../../../../server/operator/links.ts'
import { recordedCommand } from '../../../../server/operator/actions/recorded-command.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { addUnknownCall } from '#support/server/staff/money-subjects.ts'
import { addSameCodes } from '#support/server/page/same-codes.ts'
import { runCommand } from '#support/server/reporting.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole, enterNewFinance, type Member } from '#support/server/staff/staff.ts'
import { addReport } from '#support/server/staff/subjects.ts'
import { startTestServer } from '#support/server/test-app.ts'

const dns = await forThisFile(startDns())
const server = await startTestServer({ listen: true, dnsServers: [dns.address] })
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)
const decision = { why: 'It is a trap', rule: 'No traps' }
const addSame = () => addSameCodes(server, dns)

/** Returns the subject of the form in Reports whose button has this text for screen readers. */
async function subjectFor(member: Member, action: string, what: string) {
  const { html } = await member.get('/console/reports')
  const forms = html.match(/<form.*?<\/form>/gs) ?? []
  const form = forms.find(
    (one) => one.includes(`/${action}"`) && one.includes(`<span class="unseen"> ${what}</span>`),
  )
  return /name="subject" value="([^"]+)"/.exec(form ?? '')?.[1] ?? `no form for ${what}`
}

test('the form of a report blocks the reported link and records its name', async () => {
  const { own, name, blocked } = await addSame()
  await addReport(server, name)
  const ben = await enter()
  const subject = await subjectFor(ben, 'content.block', `link ${name}`)
  expect(subject).toBe(`link ${own.uuid}`)
  await act(ben, 'content.block', { subject, ...decision })
  expect(await blocked()).toEqual({ main: false, own: true })
  expectNoParts((await ben.get('/console/reports')).html, name)
  expect(await auditOf(server, `link ${name}`)).toMatchObject([
    { action: 'content.block', after: { blocked: true } },
  ])
})

test('the form of a report of a deleted link closes the reports of no other link', async () => {
  const { main, own, code, name } = await addSame()
  await addReport(server, code)
  await addReport(server, name)
  await sql`delete from links where id in (${main.uuid}, ${own.uuid})`
  const ben = await enter()
  const subject = await subjectFor(ben, 'reports.dismiss', `link ${name}`)
  await act(ben, 'reports.dismiss', { subject, why: 'It is gone' })
  const { html } = await ben.get('/console/reports')
  expectParts(html, `/s/${code}</b>`)
  expectNoParts(html, `/s/${name}<`)
})

test('a link is found by its address on the domain, and its page acts on it', async () => {
  const { ana, own, main, name, code, blocked } = await addSame()
  const carl = await enter()
  const path = `/console/links/${own.uuid}`
  for (const typed of [own.split_url, `${own.split_url}+`, name]) {
    const { html } = await carl.get(`/console/people?q=${encodeURIComponent(typed)}`)
    expectParts(html, `href="${path}"`, ana.email)
  }
  expectParts((await carl.get(`/console/people?q=${code}`)).html, `/console/links/${main.uuid}`)
  const elsewhere = await carl.get(`/console/people?q=https://elsewhere.example/${code}`)
  expectNoParts(elsewhere.html, '/console/links/')

  await act(carl, 'content.block', { subject: `link ${own.uuid}`, back: path, ...decision })
  expect(await blocked()).toEqual({ main: false, own: true })
  const page = (await carl.get(path)).html
  expectParts(textOf(page), `${name} leads to https://shop.example/own`, 'It is a trap (No traps)')
  expectParts(page, `value="link ${own.uuid}"`, `Blocked: link ${name}`)
  expectNoParts(textOf((await carl.get(`/console/links/${code}`)).html), 'It is a trap')
})

test('an accepted appeal ends the block of this link, and its mail names its address', async () => {
  const { ana, own, main, blocked } = await addSame()
  const [carl, dora] = [await enter(), await enter()]
  for (const { uuid } of [own, main])
    await act(carl, 'content.block', { subject: `link ${uuid}`, ...decision })
  const [mail = ''] = await waitForMails(server, ana.email, 1)
  const [path = ''] = /\/mail\/appeal\/[\w.-]+/.exec(mail.replaceAll('=\n', '')) ?? []
  const form = await open(server, path)
  const address = own.split_url.replace('http://', '')
  expectParts(textOf(form.html), address)
  await form.submit({ text: 'It is my shop' })
  expectParts((await dora.get('/console/reports')).html, `href="/console/links/${own.uuid}"`)
  const [row] = await sql<{ id: number }[]>`select id from appeals where user_id = ${ana.uuid}`
  const accepted = { subject: `appeal ${row?.id}`, why: 'The shop is real' }
  expectParts((await act(carl, 'appeal.accept', accepted)).html, 'You blocked this')
  await act(dora, 'appeal.accept', accepted)
  expect(await blocked()).toEqual({ main: true, own: false })
  const [, decided = ''] = await waitForMails(server, ana.email, 2)
  expectParts(decided.replaceAll('=\n', ''), address)
})

test('the command line records the link that an address names', async () => {
  const { own, name, blocked } = await addSame()
  const words = ['block', own.split_url]
  const command = linkCommand(words)
  await runCommand(
    server,
    (options) => recordedCommand(words, options, command!(options)),
    decision,
  )
  expect(await blocked()).toEqual({ main: false, own: true })
  expect(await auditOf(server, `link ${name}`)).toMatchObject([
    { who: 'command line', after: { blocked: true } },
  ])
})

test('an order is assigned to a link by its address on the domain', async () => {
  const { ana, own } = await addSame()
  const { id } = await addUnknownCall(server)
  const ben = await enterNewFinance(server)
  const form = { subject: `call ${id}`, link: own.split_url }
  expect((await act(ben, 'order.assign', form)).status).toBe(303)
  expect(await sql`select user_id from conversions where link_id = ${own.uuid}`).toEqual([
    { user_id: ana.uuid },
  ])
})
