import { expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { addSeller, addShop, approved, tell } from '#support/server/money/conversions.ts'
import { textOf } from '#support/server/staff/forms.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = (role: 'owner' | 'viewer' = 'owner') =>
  enterConsole(server, role, `${role}-${(members += 1)}@staff.example`)

test('a brand is listed with what it owes, and its page shows calls and payments', async () => {
  const shop = await addShop(server, { key: 'kitchen', name: 'Kitchen <b>Ltd</b>' })
  const { order } = await addSeller(server, shop, { order_id: 'K-1', amount: '100' })
  await tell(server, shop, approved(order))
  const ben = await enter()
  const list = textOf((await ben.get('/console/brands')).html)
  expect(list).toContain('Kitchen &lt;b&gt;Ltd&lt;/b&gt; kitchen 1 $10.00 $0.00')
  const paid = { subject: 'brand kitchen', amount: '12.50', ref: 'INV-7' }
  const done = await ben.post('/console/actions/brand.settle', paid)
  expect(textOf(done.html)).toContain('It covers 1 order. $2.50 is left')
  const page = await ben.get('/console/brands/kitchen')
  expectParts(page.html, 'K-1', 'INV-7', 'Booked a payment of a brand')
  expect(page.html).not.toContain(shop.postbackKey)
  expect(textOf(page.html)).toContain('Owed $0.00 Paid $12.50 Not assigned $2.50')
  expect((await ben.get('/console/brands/none-such')).status).toBe(404)
})

test('a brand gets a link to its desk, which is not written to the log', async () => {
  await addShop(server, { key: 'bakery' })
  const ben = await enter()
  const form = { subject: 'brand bakery', email: 'shop@bakery.example' }
  const wrong = await ben.post('/console/actions/brand.link', { ...form, email: 'nobody' })
  expect(wrong.status).toBe(400)
  const done = await ben.post('/console/actions/brand.link', form)
  const [, path = ''] = /http[^<]+(\/desk\/sign-in\/[^<]+)/.exec(done.html) ?? []
  expect((await server.request('GET', path)).status).toBe(200)
  const [entry] = await sql`select after from audit_entries where subject = 'brand bakery'`
  expect(JSON.stringify(entry)).not.toContain('sign-in')
  const page = await ben.get('/console/brands/bakery')
  expectParts(page.html, 'shop@bakery.example', 'Sent a brand its link')
  const referral = await ben.post('/console/actions/brand.referral', { subject: 'brand bakery' })
  expect(referral.html).toMatch(/https?:\/\/[^<]+bakery|https?:\/\/[^<]+/)
})

test('an invitation is shown once to the member and not stored', async () => {
  const ben = await enter()
  const form = { subject: 'user to invite', email: 'new@people.example' }
  const done = await ben.post('/console/actions/person.invite', form)
  expectParts(done.html, 'Send this link to new@people.example.', '/multi-connect/signup?invite=')
  const [entry] = await sql`select after from audit_entries where action = 'person.invite'`
  expect(JSON.stringify(entry)).not.toContain('invite=')
})

test('viewers see a brand without buttons', async () => {
  await addShop(server, { key: 'quiet' })
  const ben = await enter('viewer')
  const { html } = await ben.get('/console/brands/quiet')
  expect(html).not.toContain('/console/actions/')
})
