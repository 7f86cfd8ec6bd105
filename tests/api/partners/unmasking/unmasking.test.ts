import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withdrawInvitation } from '../../../../server/partners/unmasking/brand-invitations.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { signUp, type Person, setName } from '#support/server/people.ts'
import { startTestServer, refusalOf } from '#support/server/test-app.ts'
import {
  acceptByItself,
  partnerFor,
  brandLinkOf,
  connectionsOf,
  followLink,
  invitationsOf,
  inviteBy,
  UNMASKING,
} from '#support/server/unmasking.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer()

const answer = (person: Person, id: number, said: 'accept' | 'ignore') =>
  person.send('PUT', `${UNMASKING}invitations/${id}/${said}/`)
const remove = (person: Person, id: number) =>
  person.send('DELETE', `${UNMASKING}connections/${id}/`)

async function invited(name = 'Kitchen') {
  const [ana, shop] = [await signUp(server), await addShop(server, { name })]
  await inviteBy(server, shop, ana)
  const [invitation] = (await invitationsOf(ana)).results
  if (!invitation) throw new Error('not invited')
  return { ana, shop, invitation, id: invitation.id }
}

const A_TIME = expect.stringMatching(/Z$/) as string
const brandAs = (shop: Shop, company_name: string) => ({
  uuid: shop.id,
  company_name,
  logo_url: null,
  commission_percentage: 10,
})

test('an invitation names the brand and shows what the brand would see (A-106, R-542)', async () => {
  const { ana, shop, invitation } = await invited('Sample Kitchen')
  const { id: partner } = await partnerFor(server, shop, ana)
  expect(invitation).toEqual({
    id: expect.any(Number) as number,
    inviting: brandAs(shop, 'Sample Kitchen'),
    status: 'pending',
    created_at: A_TIME,
    appearance: { partner, name: null, page: null },
  })
  await setName(ana, 'Ana')
  const [named] = (await invitationsOf(ana)).results
  expect(named?.appearance.name).toBe('Ana Example')
})

test('invitations are listed by answer, in pages (A-106, R-544, R-545)', async () => {
  const ana = await signUp(server)
  for (const name of ['First', 'Second', 'Third'])
    await inviteBy(server, await addShop(server, { name }), ana)
  const list = async (query: string) => {
    const { results, next } = await invitationsOf(ana, query)
    return { names: results.map(({ inviting }) => inviting.company_name), next }
  }
  const page = '?status=pending&page_size=2'
  const next = `/v2/my/unmasking/invitations/${page}&page=2`
  expect(await list(page)).toEqual({ names: ['Third', 'Second'], next })
  expect(await list(`${page}&page=2`)).toEqual({ names: ['First'], next: null })
  await answer(ana, (await invitationsOf(ana)).results[0]?.id ?? 0, 'ignore')
  expect(await list('?status=ignored')).toEqual({ names: ['Third'], next: null })
  expect(await list('?status=pending')).toEqual({ names: ['Second', 'First'], next: null })
  const strange = await ana.send('GET', `${UNMASKING}invitations/?status=lost`)
  const errors = { status: ['Choose pending, ignored or accepted.'] }
  expect(await statusAndBody(strange)).toEqual([400, { errors }])
})

test('accepting an invitation connects, and works once (A-108, A-111, R-543, R-547, R-551, R-560)', async () => {
  const { ana, shop, id } = await invited('Lamps')
  const accepted = await answer(ana, id, 'accept')
  expect(await statusAndBody(accepted)).toMatchObject([200, { result: { id, status: 'accepted' } }])
  const organization = brandAs(shop, 'Lamps')
  expect((await connectionsOf(ana)).results).toEqual([{ id, organization, connected_at: A_TIME }])
  const path = `/v2/my/organizations/${shop.id}/`
  expect(await ana.get(path)).toMatchObject({ is_connected: true })
  expect(await (await signUp(server)).get(path)).toMatchObject({ is_connected: false })
  expect((await answer(ana, id, 'accept')).status).toBe(400)
  expect((await answer(ana, id, 'ignore')).status).toBe(400)
  expect((await connectionsOf(ana)).count).toBe(1)
})

test('an ignored invitation can be accepted later; ignoring it again changes nothing (A-109, R-548, D-63)', async () => {
  const { ana, shop, id } = await invited()
  expect(await (await answer(ana, id, 'ignore')).json()).toMatchObject({
    result: { status: 'ignored' },
  })
  expect((await answer(ana, id, 'ignore')).status).toBe(200)
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeNull()
  expect((await answer(ana, id, 'accept')).status).toBe(200)
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeInstanceOf(Date)
})

test('after removing a connection the brand no longer sees the name (A-112, R-552)', async () => {
  const { ana, shop, id } = await invited()
  await setName(ana, 'Ana')
  await answer(ana, id, 'accept')
  expect((await partnerFor(server, shop, ana)).name).not.toBeNull()
  expect((await remove(ana, id)).status).toBe(204)
  expect((await remove(ana, id)).status).toBe(404)
  expect(await partnerFor(server, shop, ana)).toMatchObject({ name: null, unmaskedSince: null })
  expect((await answer(ana, id, 'accept')).status).toBe(404)
  expect(await connectionsOf(ana)).toMatchObject({ results: [], count: 0 })
  expect(await invitationsOf(ana)).toMatchObject({ results: [], count: 0 })
})

test('users cannot see or answer invitations of others', async () => {
  const { ana, id } = await invited()
  const bea = await signUp(server)
  expect((await invitationsOf(bea)).count).toBe(0)
  const tries = [answer(bea, id, 'accept'), answer(bea, id, 'ignore'), remove(bea, id)]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404])
  await answer(ana, id, 'accept')
  expect((await connectionsOf(bea)).count).toBe(0)
  expect((await remove(bea, id)).status).toBe(404)
  for (const wrong of ['0', 'x', '99999999999', randomUUID()])
    expect((await ana.send('PUT', `${UNMASKING}invitations/${wrong}/accept/`)).status).toBe(404)
})

test('the setting is one value in both places (A-110, R-549, R-550, R-459, D-60)', async () => {
  const ana = await signUp(server)
  const read = (path: string) => ana.get<object>(path)
  expect(await read(`${UNMASKING}settings/`)).toEqual({ unmasking_invitations: false })
  const put = await acceptByItself(ana)
  expect(await put.json()).toEqual({ unmasking_invitations: true })
  expect(await read('/v2/my/settings/')).toMatchObject({ unmasking_invitations: true })
  await ana.send('PATCH', '/v2/my/settings/', { unmasking_invitations: false })
  expect(await read(`${UNMASKING}settings/`)).toEqual({ unmasking_invitations: false })
  for (const wrong of [{}, { unmasking_invitations: 1 }])
    expect((await ana.send('PUT', `${UNMASKING}settings/`, wrong)).status).toBe(400)
})

test('with automatic acceptance a new invitation is accepted at once (R-553)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  expect(await inviteBy(server, shop, ana)).toBe('accepted')
  expect((await connectionsOf(ana)).count).toBe(1)
  const { results } = await invitationsOf(ana)
  expect(results.map(({ status }) => status)).toEqual(['accepted'])
})

test('after removing a brand its next invitation has to be answered, with either setting', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  await inviteBy(server, shop, ana)
  await remove(ana, (await connectionsOf(ana)).results[0]?.id ?? 0)
  expect(await inviteBy(server, shop, ana)).toBe('sent')
  expect((await invitationsOf(ana, '?status=pending')).count).toBe(1)
  const followed = await followLink(ana, await brandLinkOf(server, shop))
  expect(await followed.json()).toMatchObject({ result: { status: 'pending' } })
})

test('a brand’s link creates one invitation, however often it is opened (A-107, R-546)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server, { name: 'Lamps' })]
  const link = await brandLinkOf(server, shop)
  expect(await brandLinkOf(server, shop)).toBe(link)
  const answers = await Promise.all([1, 2, 3].map(() => followLink(ana, link)))
  const { results, count } = await invitationsOf(ana)
  expect(count).toBe(1)
  for (const followed of answers) expect(await followed.json()).toEqual({ result: results[0] })
  expect(results[0]).toMatchObject({ status: 'pending', inviting: { company_name: 'Lamps' } })
})

test('with automatic acceptance a brand’s link connects at once (A-107, R-554)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  const followed = await followLink(ana, await brandLinkOf(server, shop))
  expect(await followed.json()).toMatchObject({ result: { status: 'accepted' } })
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeInstanceOf(Date)
})

test('unknown brand links and links of archived brands are refused (R-546)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  const link = await brandLinkOf(server, shop)
  await server.deps.sql`update brands set archived_at = now() where id = ${shop.id}`
  for (const unknown of [randomUUID(), shop.id, link, 'x', 7, null]) {
    const refused = await followLink(ana, unknown)
    expect(await refusalOf(refused)).toEqual([400, 'org_referral_link_uuid'])
  }
  expect((await invitationsOf(ana)).count).toBe(0)
})

test('a withdrawn invitation is hidden; sent again, it is still ignored', async () => {
  const { ana, shop, id } = await invited()
  const { id: partnerId } = await partnerFor(server, shop, ana)
  const whom = { organizationId: shop.id, partnerId }
  await answer(ana, id, 'ignore')
  expect(await withdrawInvitation(server.deps.db, whom)).toBe(true)
  expect(await withdrawInvitation(server.deps.db, whom)).toBe(false)
  expect((await invitationsOf(ana)).count).toBe(0)
  expect((await answer(ana, id, 'accept')).status).toBe(404)
  await acceptByItself(ana)
  expect(await inviteBy(server, shop, ana)).toBe('sent')
  const { results } = await invitationsOf(ana)
  expect(results).toMatchObject([{ id, status: 'ignored' }])
  await answer(ana, id, 'accept')
  expect(await withdrawInvitation(server.deps.db, whom)).toBe(false)
  expect((await connectionsOf(ana)).count).toBe(1)
})

test('the facts contain the number of unanswered invitations', async () => {
  const { ana, id } = await invited()
  expect(await ana.get('/v2/my/facts/')).toMatchObject({ invitations: 1 })
  await answer(ana, id, 'ignore')
  expect(await ana.get('/v2/my/facts/')).toMatchObject({ invitations: 0 })
})
