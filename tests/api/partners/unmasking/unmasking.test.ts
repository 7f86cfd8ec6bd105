import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawInvitation } from '../../../../server/partners/unmasking/brand-invitations.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
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

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const answer = (person: Person, id: number, said: 'accept' | 'ignore') =>
  person.send('PUT', `${UNMASKING}invitations/${id}/${said}/`)
const remove = (person: Person, id: number) =>
  person.send('DELETE', `${UNMASKING}connections/${id}/`)
const errorsOf = async (response: Response) =>
  ((await response.json()) as { errors: unknown }).errors

async function invited(name = 'Kitchen') {
  const [ana, shop] = [await signUp(server), await addShop(server, { name })]
  await inviteBy(server, shop, ana)
  const [invitation] = (await invitationsOf(ana)).results
  if (!invitation) throw new Error('not invited')
  return { ana, shop, invitation, id: invitation.id }
}

test('a brand’s invitation says who asks, and what the brand would see (A-106, R-542)', async () => {
  const { ana, shop, invitation } = await invited('Sample Kitchen')
  const { id: partner } = await partnerFor(server, shop, ana)
  expect(invitation).toEqual({
    id: expect.any(Number) as number,
    inviting: {
      uuid: shop.id,
      company_name: 'Sample Kitchen',
      logo_url: null,
      commission_percentage: 10,
    },
    status: 'pending',
    created_at: expect.stringMatching(/Z$/) as string,
    appearance: { partner, name: null, page: null },
  })
  await ana.send('PUT', '/v2/my/profile/public/update_profile/', {
    first_name: 'Ana',
    last_name: 'Example',
    contact_email: 'ana@people.example',
  })
  const [named] = (await invitationsOf(ana)).results
  expect(named?.appearance.name).toBe('Ana Example')
})

test('invitations are listed by what was answered, page by page (A-106, R-544, R-545)', async () => {
  const ana = await signUp(server)
  for (const name of ['First', 'Second', 'Third'])
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await inviteBy(server, await addShop(server, { name }), ana)
  const names = async (query: string) =>
    (await invitationsOf(ana, query)).results.map(({ inviting }) => inviting.company_name)
  const first = await invitationsOf(ana, '?status=pending&page_size=2')
  expect(first.results.map(({ inviting }) => inviting.company_name)).toEqual(['Third', 'Second'])
  expect(first.next).toBe('/v2/my/unmasking/invitations/?status=pending&page_size=2&page=2')
  const last = await invitationsOf(ana, '?status=pending&page_size=2&page=2')
  expect(last.results.map(({ inviting }) => inviting.company_name)).toEqual(['First'])
  expect(last.next).toBeNull()
  await answer(ana, first.results[0]?.id ?? 0, 'ignore')
  expect(await names('?status=ignored')).toEqual(['Third'])
  expect(await names('?status=pending')).toEqual(['Second', 'First'])
  const strange = await ana.send('GET', `${UNMASKING}invitations/?status=lost`)
  expect(strange.status).toBe(400)
  expect(await errorsOf(strange)).toEqual({ status: ['Choose pending, ignored or accepted.'] })
})

test('accepting connects, and is not done twice (A-108, A-111, R-543, R-547, R-551, R-560)', async () => {
  const { ana, shop, id } = await invited('Lamps')
  const accepted = await answer(ana, id, 'accept')
  expect(accepted.status).toBe(200)
  expect(await accepted.json()).toMatchObject({ result: { id, status: 'accepted' } })
  expect((await connectionsOf(ana)).results).toEqual([
    {
      id,
      organization: {
        uuid: shop.id,
        company_name: 'Lamps',
        logo_url: null,
        commission_percentage: 10,
      },
      connected_at: expect.stringMatching(/Z$/) as string,
    },
  ])
  const brand = await ana.send('GET', `/v2/my/organizations/${shop.id}/`)
  expect(await brand.json()).toMatchObject({ is_connected: true })
  const toOthers = await (await signUp(server)).send('GET', `/v2/my/organizations/${shop.id}/`)
  expect(await toOthers.json()).toMatchObject({ is_connected: false })
  expect((await answer(ana, id, 'accept')).status).toBe(400)
  expect((await answer(ana, id, 'ignore')).status).toBe(400)
  expect((await connectionsOf(ana)).count).toBe(1)
})

test('what is ignored can be accepted later; ignoring it again changes nothing (A-109, R-548, D-63)', async () => {
  const { ana, shop, id } = await invited()
  expect(await (await answer(ana, id, 'ignore')).json()).toMatchObject({
    result: { status: 'ignored' },
  })
  expect((await answer(ana, id, 'ignore')).status).toBe(200)
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeNull()
  expect((await answer(ana, id, 'accept')).status).toBe(200)
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeInstanceOf(Date)
})

test('a removed connection is gone, once, and the brand no longer sees who it is (A-112, R-552)', async () => {
  const { ana, shop, id } = await invited()
  await ana.send('PUT', '/v2/my/profile/public/update_profile/', {
    first_name: 'Ana',
    last_name: 'Example',
    contact_email: 'ana@people.example',
  })
  await answer(ana, id, 'accept')
  expect((await partnerFor(server, shop, ana)).name).not.toBeNull()
  expect((await remove(ana, id)).status).toBe(204)
  expect((await remove(ana, id)).status).toBe(404)
  expect(await partnerFor(server, shop, ana)).toMatchObject({ name: null, unmaskedSince: null })
  expect((await answer(ana, id, 'accept')).status).toBe(404)
  expect(await connectionsOf(ana)).toMatchObject({ results: [], count: 0 })
  expect(await invitationsOf(ana)).toMatchObject({ results: [], count: 0 })
})

test('nobody sees or answers an invitation of somebody else', async () => {
  const { ana, id } = await invited()
  const bea = await signUp(server)
  expect((await invitationsOf(bea)).count).toBe(0)
  const tries = [answer(bea, id, 'accept'), answer(bea, id, 'ignore'), remove(bea, id)]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404])
  await answer(ana, id, 'accept')
  expect((await connectionsOf(bea)).count).toBe(0)
  expect((await remove(bea, id)).status).toBe(404)
  for (const wrong of ['0', 'x', '99999999999', randomUUID()])
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect((await ana.send('PUT', `${UNMASKING}invitations/${wrong}/accept/`)).status).toBe(404)
})

test('the setting is one value in both places (A-110, R-549, R-550, R-459, D-60)', async () => {
  const ana = await signUp(server)
  const read = async (path: string) => (await (await ana.send('GET', path)).json()) as object
  expect(await read(`${UNMASKING}settings/`)).toEqual({ unmasking_invitations: false })
  const put = await acceptByItself(ana)
  expect(await put.json()).toEqual({ unmasking_invitations: true })
  expect(await read('/v2/my/settings/')).toMatchObject({ unmasking_invitations: true })
  await ana.send('PATCH', '/v2/my/settings/', { unmasking_invitations: false })
  expect(await read(`${UNMASKING}settings/`)).toEqual({ unmasking_invitations: false })
  expect((await ana.send('PUT', `${UNMASKING}settings/`, {})).status).toBe(400)
  expect(
    (await ana.send('PUT', `${UNMASKING}settings/`, { unmasking_invitations: 1 })).status,
  ).toBe(400)
})

test('with the setting on a new invitation is accepted at once (R-553)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  expect(await inviteBy(server, shop, ana)).toBe('accepted')
  expect((await connectionsOf(ana)).count).toBe(1)
  const { results } = await invitationsOf(ana)
  expect(results.map(({ status }) => status)).toEqual(['accepted'])
})

test('whoever removed a brand is asked again, whatever the setting says', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  await inviteBy(server, shop, ana)
  await remove(ana, (await connectionsOf(ana)).results[0]?.id ?? 0)
  expect(await inviteBy(server, shop, ana)).toBe('sent')
  expect((await invitationsOf(ana, '?status=pending')).count).toBe(1)
  const followed = await followLink(ana, await brandLinkOf(server, shop))
  expect(await followed.json()).toMatchObject({ result: { status: 'pending' } })
})

test('a brand’s link makes one invitation, however often it is followed (A-107, R-546)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server, { name: 'Lamps' })]
  const link = await brandLinkOf(server, shop)
  expect(await brandLinkOf(server, shop)).toBe(link)
  const answers = await Promise.all([1, 2, 3].map(() => followLink(ana, link)))
  const bodies = await Promise.all(answers.map((response) => response.json()))
  const [invitation] = (await invitationsOf(ana)).results
  expect((await invitationsOf(ana)).count).toBe(1)
  for (const body of bodies)
    expect(body).toMatchObject({
      result: { id: invitation?.id, status: 'pending', inviting: { company_name: 'Lamps' } },
    })
})

test('with the setting on a brand’s link connects at once (A-107, R-554)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  const followed = await followLink(ana, await brandLinkOf(server, shop))
  expect(await followed.json()).toMatchObject({ result: { status: 'accepted' } })
  expect((await partnerFor(server, shop, ana)).unmaskedSince).toBeInstanceOf(Date)
})

test('a link that no brand has is refused by its field; one of a brand that is put away, too (R-546)', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  const link = await brandLinkOf(server, shop)
  await server.deps.sql`update brands set archived_at = now() where id = ${shop.id}`
  for (const unknown of [randomUUID(), shop.id, link, 'x', 7, null]) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const refused = await followLink(ana, unknown)
    expect(refused.status).toBe(400)
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect(Object.keys((await errorsOf(refused)) as object)).toEqual(['org_referral_link_uuid'])
  }
  expect((await invitationsOf(ana)).count).toBe(0)
})

test('what a brand takes back is neither seen nor answered; asked again, an Ignore stands', async () => {
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

test('who waits for an answer is counted among the facts', async () => {
  const { ana, id } = await invited()
  const waiting = async () =>
    ((await (await ana.send('GET', '/v2/my/facts/')).json()) as { invitations: number }).invitations
  expect(await waiting()).toBe(1)
  await answer(ana, id, 'ignore')
  expect(await waiting()).toBe(0)
})
