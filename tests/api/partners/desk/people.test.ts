import { expect, test } from 'vitest'
import { brandLinkCommand } from '../../../../server/operator/brand-link.ts'
import { deskInvitationMail } from '../../../../server/partners/desk/people/invitation-mail.ts'
import type { DeskRole } from '../../../../server/platform/db/schema.ts'
import { addCreator } from '#support/server/desk-market.ts'
import { enterDesk, enterWith, linkFor, linkTo, type DeskVisitor } from '#support/server/desk.ts'
import { expectParts } from '#support/expect-parts.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'

const server = await startTestServer()
const { sql } = server.deps
const PEOPLE = '/desk/people'

let brands = 0
/** Creates a brand with an owner who is signed in. */
async function newBrand() {
  const shop = await addShop(server, { name: `Oak ${(brands += 1)}` })
  return { shop, owner: await enterDesk(server, shop.id) }
}

async function requirePerson({ id }: Shop, email: string) {
  const [row] = await sql<{ id: string; role: string; brandId: string }[]>`
    select id, role, brand_id as "brandId" from desk_people
    where brand_id = ${id} and email = ${email}`
  if (!row) throw new Error(`nobody is ${email}`)
  return row
}

const linkIn = (html: string) => /http[^<\s]+(\/desk\/sign-in\/[\w-]+)/.exec(html)?.[1] ?? ''

/** Invites a colleague who signs in at once. */
async function join(owner: DeskVisitor, role: DeskRole, email = `${role}@oak.example`) {
  const invited = await owner.post(PEOPLE, { email, name: '', role })
  return enterWith(server, linkIn(invited.html))
}

test('an owner invites a colleague, who is listed and signs in with the link', async () => {
  const { shop, owner } = await newBrand()
  const typed = { email: 'Ana@Oak.example', name: 'Ana <b>Oak</b>', role: 'manager' }
  const invited = await owner.post(PEOPLE, typed)
  expect(invited.status).toBe(200)
  expectParts(invited.html, 'Copy this link now', 'ana@oak.example', 'by Shared link')
  expectParts(invited.html, 'Ana &lt;b&gt;Oak&lt;/b&gt;')
  const ana = await enterWith(server, linkIn(invited.html))
  expectParts((await ana.get(PEOPLE)).html, 'You are signed in as Ana', 'manager', 'Since ')
  const again = await owner.post(PEOPLE, typed)
  expect(again.status).toBe(400)
  expectParts(again.html, 'already in the list', 'value="Ana@Oak.example"')
  expect((await owner.post(PEOPLE, { ...typed, email: 'nobody' })).status).toBe(400)
  const wrongRole = await owner.post(PEOPLE, { ...typed, email: 'b@oak.example', role: 'boss' })
  expectParts(wrongRole.html, 'Choose a role.')
  expect(await requirePerson(shop, 'ana@oak.example')).toMatchObject({ role: 'manager' })
})

test('removing a colleague ends their sessions, links and accounts at once, on all servers', async () => {
  const { shop, owner } = await newBrand()
  const ben = await join(owner, 'manager', 'ben@oak.example')
  const person = await requirePerson(shop, 'ben@oak.example')
  const link = await linkFor(server, person)
  await sql`insert into desk_identities (brand_id, person_id, issuer, subject, email)
    values (${shop.id}, ${person.id}, 'https://login.example', 'ben', '')`
  const second = await createTestServer({ sharedServer: server })
  try {
    const headers = { cookie: ben.cookie }
    expect((await second.request('GET', '/desk/partners', { headers })).status).toBe(200)
    expect((await owner.post(`${PEOPLE}/${person.id}/remove`)).status).toBe(303)
    expect((await second.request('GET', '/desk/partners', { headers })).status).toBe(303)
    expect((await ben.get('/desk/partners')).status).toBe(303)
    expect((await server.request('GET', link)).status).toBe(410)
    const left = await sql`select 1 from desk_identities where brand_id = ${shop.id}`
    expect(left.length).toBe(0)
  } finally {
    await second.stop()
  }
  expectParts((await owner.get(PEOPLE)).html, 'Removed a colleague', 'ben@oak.example, manager')
})

test('a changed role applies to the next request', async () => {
  const { shop, owner } = await newBrand()
  const eve = await join(owner, 'viewer', 'eve@oak.example')
  expect((await eve.get('/desk/messages')).status).toBe(403)
  const { id } = await requirePerson(shop, 'eve@oak.example')
  await owner.post(`${PEOPLE}/${id}/role`, { role: 'manager' })
  expect((await eve.get('/desk/messages')).status).toBe(200)
  expect((await owner.post(`${PEOPLE}/${id}/role`, { role: 'boss' })).status).toBe(404)
})

test('the last owner who has signed in can neither be removed nor become something else', async () => {
  const { shop, owner } = await newBrand()
  const shared = await requirePerson(shop, '')
  // An invited owner who has not signed in does not count.
  await owner.post(PEOPLE, { email: 'later@oak.example', name: '', role: 'owner' })
  for (const [verb, typed] of [
    ['remove', {}],
    ['role', { role: 'viewer' }],
  ] as const) {
    const refused = await owner.post(`${PEOPLE}/${shared.id}/${verb}`, typed)
    expect(refused.status).toBe(400)
    expectParts(refused.html, 'A brand desk needs an owner who has signed in.')
  }
  const ana = await join(owner, 'owner', 'ana@oak.example')
  expect((await ana.post(`${PEOPLE}/${shared.id}/remove`)).status).toBe(303)
  expect((await owner.get('/desk/partners')).status).toBe(303)
})

test('of two owners who remove each other at once, one stays', async () => {
  const { shop, owner } = await newBrand()
  const ana = await join(owner, 'owner', 'ana@oak.example')
  const [first, second] = [
    await requirePerson(shop, ''),
    await requirePerson(shop, 'ana@oak.example'),
  ]
  const both = await Promise.all([
    owner.post(`${PEOPLE}/${second.id}/remove`),
    ana.post(`${PEOPLE}/${first.id}/remove`),
  ])
  expect(both.filter(({ status }) => status === 303).length).toBeGreaterThanOrEqual(1)
  const left = await sql`select role from desk_people where brand_id = ${shop.id}`
  expect([...left]).toEqual([{ role: 'owner' }])
})

test('people of another brand do not exist', async () => {
  const { owner } = await newBrand()
  const { shop, owner: other } = await newBrand()
  await join(other, 'manager', 'other@oak.example')
  const { id } = await requirePerson(shop, 'other@oak.example')
  for (const verb of ['link', 'role', 'remove'])
    expect((await owner.post(`${PEOPLE}/${id}/${verb}`, { role: 'viewer' })).status).toBe(404)
  expect((await owner.get(PEOPLE)).html).not.toContain('other@oak.example')
  expect(await requirePerson(shop, 'other@oak.example')).toMatchObject({ role: 'manager' })
})

test('changes name who made them', async () => {
  const { shop, owner } = await newBrand()
  const ana = await addCreator(server, shop)
  const ben = await join(owner, 'manager', 'ben@oak.example')
  await ben.post(`/desk/codes/${ana.code}/end`)
  await ben.post('/desk/codes/2147483647/end')
  const rows = await sql`select who, did, subject from desk_changes
    where brand_id = ${shop.id} order by id`
  expect([...rows]).toEqual([
    { who: 'Shared link', did: 'Invited a colleague', subject: 'ben@oak.example' },
    { who: 'ben@oak.example', did: 'Ended a discount code', subject: String(ana.code) },
  ])
})

test('a new colleague gets an email with a link, unless they were removed since', async () => {
  const { shop, owner } = await newBrand()
  const sent: Mail[] = []
  const mail = {
    delivery: 'smtp' as const,
    send: (letter: Mail) => Promise.resolve(void sent.push(letter)).then(() => 'smtp' as const),
  }
  const smtp = await createTestServer({ sharedServer: server, smtpUrl: 'smtp://localhost:1' })
  try {
    const { csrf = '' } = hiddenFields((await owner.get(PEOPLE)).html)
    const form = { csrf, email: 'new@oak.example', name: '', role: 'viewer' }
    const answer = await smtp.request('POST', PEOPLE, { form, headers: { cookie: owner.cookie } })
    expectParts(await answer.text(), 'A link is on its way to new@oak.example.')
    const { id } = await requirePerson(shop, 'new@oak.example')
    const run = async () => {
      const { signal } = new AbortController()
      void (await deskInvitationMail({ ...server.deps, mail }, { personId: id }, signal))
    }
    await run()
    expect(sent.map(({ to }) => to)).toEqual(['new@oak.example'])
    const viewer = await enterWith(server, linkIn(JSON.stringify(sent)))
    expectParts((await viewer.get(PEOPLE)).html, 'new@oak.example, viewer')
    await owner.post(`${PEOPLE}/${id}/remove`)
    await run()
    expect(sent.length).toBe(1)
  } finally {
    await smtp.stop()
  }
})

test('the operator adds an owner with an address, and keeps the role of a known person', async () => {
  const { shop, owner } = await newBrand()
  await join(owner, 'viewer', 'eve@oak.example')
  for (const mail of ['eve@oak.example', 'first@oak.example'])
    await brandLinkCommand(['brand-link', shop.key])?.({ mail })(server.deps.db, server.deps.config)
  expect((await requirePerson(shop, 'eve@oak.example')).role).toBe('viewer')
  expect((await requirePerson(shop, 'first@oak.example')).role).toBe('owner')
})

test('links without a name work again after the shared access was removed', async () => {
  const { shop, owner } = await newBrand()
  const ana = await join(owner, 'owner', 'ana@oak.example')
  await ana.post(`${PEOPLE}/${(await requirePerson(shop, '')).id}/remove`)
  const fresh = await enterWith(server, await linkTo(server, shop.id))
  expectParts((await fresh.get(PEOPLE)).html, 'Shared link, owner')
})
