import { expect, test } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { visit } from '#support/server/links/short-links.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { addWidget } from '#support/server/page/widgets.ts'
import { signUp } from '#support/server/people.ts'
import { act, textOf } from '#support/server/staff/forms.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { addReport } from '#support/server/staff/subjects.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
fakeDatesPerTest()

let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)
const decision = { why: 'It is a trap', rule: 'No traps' }

test('a link is found by its address, and shows its owner and former targets', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/old-lamp')
  await editLink(ana, link, { url: 'https://shop.example/new-lamp' })
  const ben = await enter()
  const found = await ben.get(`/console/people?q=${encodeURIComponent(`${link.split_url}+`)}`)
  const path = `/console/links/${link.uuid}`
  expectParts(found.html, `href="${path}"`, ana.email)
  const { html } = await ben.get(path)
  expectParts(
    textOf(html),
    `${link.short_code} leads to https://shop.example/new-lamp`,
    'https://shop.example/old-lamp',
    ana.email,
    'Staff have done nothing with this link.',
  )
})

test('a link is blocked and unblocked on its page, which returns there', async () => {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/lamp')
  const ben = await enter()
  const back = `/console/links/${link.short_code}`
  const subject = `link ${link.short_code}`
  const blocked = await act(ben, 'content.block', { subject, back, ...decision })
  expect(blocked.headers.get('location')).toBe(back)
  expectParts(textOf((await ben.get(back)).html), 'Blocked', 'It is a trap', 'No traps')
  expect((await visit(server, `/s/${link.short_code}`)).status).toBe(410)
  await act(ben, 'content.unblock', { subject, back })
  expectNoParts((await ben.get(back)).html, 'It is a trap (No traps)')
  expect((await visit(server, `/s/${link.short_code}`)).status).toBe(302)
})

test('a reported link leads to its page', async () => {
  const { short_code: code, uuid } = await addLink(await signUp(server))
  await addReport(server, code)
  expectParts((await (await enter()).get('/console/reports')).html, `href="/console/links/${uuid}"`)
})

test('a widget is found by its address and can be blocked', async () => {
  const ana = await signUp(server)
  const { uuid } = await addCollection(ana, 'Kitchen things')
  const { key } = await addWidget(ana, { name: '<b>Blog</b>', collection_uuid: uuid })
  const ben = await enter()
  const path = `/console/widgets/${key}`
  expectParts((await ben.get(`/console/people?q=/w/${key}`)).html, `href="${path}"`)
  const { html } = await ben.get(path)
  expectParts(html, 'Kitchen things', '&lt;b&gt;Blog')
  await act(ben, 'content.block', { subject: `widget ${key}`, back: path, ...decision })
  expectParts((await ben.get(path)).html, 'Unblock', 'It is a trap')
})

test('unknown codes and keys are not found', async () => {
  const ben = await enter()
  for (const path of ['links/no-such-code', 'links/%00', 'widgets/none', 'links/a%2Fb'])
    expect((await ben.get(`/console/${path}`)).status, path).toBe(404)
})
