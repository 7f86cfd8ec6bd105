import { describe, expect, test, vi } from 'vitest'
import type { Facts } from '#contract/facts.ts'
import { IMPORT_RESTRICTED_TEXT } from '#contract/imports.ts'
import { expectParts } from '#support/expect-parts.ts'
import { texts } from '#support/server/activity.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { importFile, readImport, start } from '#support/server/links/imports.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { visit } from '#support/server/links/short-links.ts'
import { addLink, linkPath, LINKS, readLink } from '#support/server/links.ts'
import { actingFor, addMember, refusalOf } from '#support/server/members.ts'
import { addPage } from '#support/server/page/pages.ts'
import { addWidget } from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { signedInCalls } from '#support/server/signed-in-calls.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { auditOf, enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const { sql } = server.deps
fakeDatesPerTest()

const FACTS = '/v2/my/facts/'
let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)
const decision = { why: 'Many reports of fake shops', rule: 'No traps' }
const statusOf = async (path: string) => (await visit(server, path)).status

/** Creates a creator with a link, a page and a widget. */
async function addCreator() {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/lamp')
  const { slug } = await addPage(ana, { is_published: true })
  const { uuid } = await addCollection(ana, 'Kitchen things')
  const { key } = await addWidget(ana, { name: 'Blog', collection_uuid: uuid })
  const subject = `user ${ana.uuid}`
  const back = `/console/people/${ana.uuid}`
  return { ana, link, key, slug, subject, back, paths: [`/s/${link.short_code}`, `/p/${slug}`] }
}

describe('a paused account', () => {
  test('changes nothing and reads, exports and gets paid; everything public works', async () => {
    const { ana, link, subject, back, paths } = await addCreator()
    const before = await Promise.all(paths.map(statusOf))
    const ben = await enter()
    const done = await act(ben, 'person.pause', { subject, back, ...decision })
    expect(done.headers.get('location')).toBe(back)
    expectParts(textOf((await ben.get(back)).html), 'Paused', 'Many reports', 'Release account')

    const edit = await ana.send('PATCH', linkPath(link), { name: 'Other' })
    const [status, text] = await refusalOf(edit)
    expect(status).toBe(403)
    expectParts(text, 'paused this account', 'Many reports of fake shops (No traps)', 'appeal')
    expect((await ana.send('POST', LINKS, { url: 'https://a.example' })).status).toBe(403)
    expect((await readLink(ana, link)).name).toBe(link.name)
    expect((await ana.send('POST', '/v2/my/links/search/', {})).status).toBe(200)
    expect((await ana.send('POST', '/v2/my/account/download/')).status).toBe(202)
    expect((await ana.send('POST', '/v1/shop/paypal/redeem', {})).status).not.toBe(403)
    expect(await Promise.all(paths.map(statusOf))).toEqual(before)
    expectParts((await texts(ana)).join(' '), 'was paused by the operator', 'No traps')
    const { restriction } = await ana.get<Facts>(FACTS)
    expect(restriction).toMatchObject({ kind: 'paused', ...decision })
    const { pathname } = new URL(restriction?.appeal_url ?? '')
    expectParts(textOf((await open(server, pathname)).html), 'Many reports of fake shops')
    const [mail = ''] = await waitForMails(server, ana.email, 1)
    expectParts(mail, 'account was paused', 'Many reports of fake shops', 'No traps')

    expect(mail.replaceAll('=\n', '')).toContain(pathname)

    await act(ben, 'person.release', { subject })
    expect(await ana.get<Facts>(FACTS)).not.toHaveProperty('restriction')
    expect((await ana.send('PATCH', linkPath(link), { name: 'Other' })).status).toBe(200)
    expect(await auditOf(server, subject)).toMatchObject([
      { action: 'person.pause', after: { restriction: 'paused', rule: 'No traps' } },
      { action: 'person.release', after: { restriction: null, rule: '' } },
    ])
    expect((await texts(ana)).join(' ')).toContain('no longer restricted')
  })

  test('cannot be changed with an API key or by a member, and its owner helps nobody', async () => {
    const { ana, link, subject } = await addCreator()
    const { acting } = await addMember(server, ana, ['edit'])
    const other = await signUp(server)
    const { member: mia } = await addMember(server, other, ['edit'])
    const { key } = await addKey(ana)
    const edit = { name: 'Other' }
    await act(await enter(), 'person.pause', { subject, ...decision })
    expect((await acting.send('PATCH', linkPath(link), edit)).status).toBe(403)
    expect((await acting.get<Facts>(FACTS)).restriction).toMatchObject({ appeal_url: null })
    const byKey = await withKey(server, key)('PATCH', linkPath(link), edit)
    expect(byKey.status).toBe(403)
    await act(await enter(), 'person.pause', { subject: `user ${mia.uuid}`, ...decision })
    const theirs = await addLink(other)
    const helped = await actingFor(mia, other).send('PATCH', linkPath(theirs), edit)
    expect(helped.status).toBe(403)
    expect((await other.send('PATCH', linkPath(theirs), edit)).status).toBe(200)
  })

  test('imports no further links', async () => {
    const { ana, subject } = await addCreator()
    const ben = await enter()
    const rows = Array.from({ length: 8000 }, (_, n) => `https://a.invalid/${n}`)
    const { id } = (await start(ana, 'url', ...rows)).result
    await act(ben, 'person.pause', { subject, ...decision })
    const ended = await readImport(ana, id)
    expect(ended).toMatchObject({ status: 'failed', message: IMPORT_RESTRICTED_TEXT })
    expect(ended.counts.new).toBeLessThan(rows.length)
    await act(ben, 'person.release', { subject })
    await importFile(ana, 'url', 'https://a.invalid/next')
    const own = { links: ended.counts.new + 2 }
    expect(await sql`select count(*)::int as links from links where user_id = ${ana.uuid}`).toEqual(
      [own],
    )
  })

  test('is refused every change of what others see, also by new calls', async () => {
    const { ana, subject } = await addCreator()
    await act(await enter(), 'person.pause', { subject, ...decision })
    const calls = (await signedInCalls(server)).filter((call) => !call.startsWith('GET '))
    const open: string[] = []
    for (const call of calls.filter((one) => !one.includes('logout'))) {
      const [method = '', path = ''] = call.split(' ')
      if ((await ana.send(method, path, {})).status !== 403) open.push(path)
    }
    const kept =
      /search|try|preview|users_mobile|activity|bank|shop|\bwp\b|users\/me\/(email|settings|password|send|create|channels)|analytics|data_export|account|deletion|factors|sessions|settings|terms|onboarding|categories|sendbird|networks|chat|(api-keys|connected-apps|connected_accounts|members|unmasking)\/./
    expect(calls.length).toBeGreaterThan(100)
    expect(open.filter((path) => !kept.test(path))).toEqual([])
  })
})

describe('a blocked account', () => {
  test('has its links, pages and widgets closed, and opened again with the release', async () => {
    const { ana, link, key, slug, subject, back, paths } = await addCreator()
    const before = await Promise.all(paths.map(statusOf))
    expect(before).toEqual([302, 200])
    const lamp = await addLink(ana, 'https://shop.example/trap')
    const ben = await enter()
    const own = { why: 'It is a trap', rule: 'No traps' }
    await act(ben, 'content.block', { subject: `link ${lamp.short_code}`, ...own })
    vi.setSystemTime(Date.now() + 1000)
    await act(ben, 'person.block', { subject, back, ...decision })
    for (const path of paths) expect(await statusOf(path), path).not.toBeLessThan(400)
    const [widget] = await sql`select block_why as why from widgets where key = ${key}`
    const [page] = await sql`select block_why as why from pages where slug = ${slug}`
    expect([widget, page]).toEqual([{ why: decision.why }, { why: decision.why }])
    expect(await readLink(ana, link)).toMatchObject({ is_blocked: true })
    expect((await ana.send('PATCH', linkPath(link), { name: 'Other' })).status).toBe(403)
    expect((await ana.send('GET', '/v1/bank/')).status).not.toBe(403)
    expectParts(textOf((await ben.get(back)).html), 'Blocked', 'Many reports', 'Pause account')

    await act(ben, 'person.release', { subject })
    expect(await Promise.all(paths.map(statusOf))).toEqual(before)
    expect(await statusOf(`/s/${lamp.short_code}`)).toBe(410)
    expect(await readLink(ana, lamp)).toMatchObject({ is_blocked: true })
  })

  test('can be paused instead, which opens what was closed', async () => {
    const { subject, paths } = await addCreator()
    const ben = await enter()
    await act(ben, 'person.block', { subject, ...decision })
    await act(ben, 'person.pause', { subject, ...decision })
    expect(await Promise.all(paths.map(statusOf))).toEqual([302, 200])
    const again = await act(ben, 'person.pause', { subject, ...decision })
    expect(again.status).toBe(400)
    expectParts(again.html, 'This account is paused already.')
  })
})

test('a reason and a rule are needed, and nobody is released twice', async () => {
  const { ana, subject } = await addCreator()
  const ben = await enter()
  for (const form of [{ why: 'x' }, { rule: 'y' }, {}])
    expect((await act(ben, 'person.block', { subject, ...form })).status).toBe(400)
  const refused = await act(ben, 'person.release', { subject })
  expectParts(refused.html, 'neither paused nor blocked')
  expect((await ana.send('POST', LINKS, { url: 'https://a.example/x' })).status).not.toBe(403)
})
