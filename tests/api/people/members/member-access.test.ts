import { describe, expect, test } from 'vitest'
import { ACCESS, ACCESS_NAMES, type Access } from '#contract/people/members.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { addSmart, editCollection, SMART } from '#support/server/links/collections.ts'
import { addLink, countClicks, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { actingFor, addMember, membersOf, MEMBERS } from '#support/server/members.ts'
import { analytics, order } from '#support/server/money/analytics.ts'
import { addEarner, addInstantShop } from '#support/server/money/wallet.ts'
import { addPage, readPage } from '#support/server/page/pages.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { callLike, signedInCalls } from '#support/server/signed-in-calls.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { MEMBER_CALLS } from '../../../../server/people/members/member-calls.ts'

const server = await startTestServer()
const owner = await addEarner(server, await addInstantShop(server), 95)
await addPage(owner)
const members = new Map<Access, Person>()
for (const access of ACCESS) members.set(access, (await addMember(server, owner, [access])).acting)

const OWNER_ONLY = 'Only the owner of this account can do this.'
const missing = (access: Access) =>
  `You need the permission “${ACCESS_NAMES[access]}” for this account.`

const neededFor = (call: string) =>
  [...MEMBER_CALLS].find(([pattern]) => callLike(pattern).test(call))?.[1]

async function outcome(person: Person | undefined, call: string): Promise<string> {
  const [method = '', path = ''] = call.split(' ')
  const answer = await person?.send(method, path, method === 'GET' ? undefined : {})
  if (answer?.status !== 403) return answer?.status === 401 ? 'not signed in' : 'allowed'
  const body = (await answer.json()) as { errors: { non_field_errors: string[] } }
  return body.errors.non_field_errors[0] ?? ''
}

function expectedOutcome(call: string, access: Access): string {
  const needed = neededFor(call)
  if (needed === undefined) return OWNER_ONLY
  return needed === 'any' || needed === 'self' || needed === access ? 'allowed' : missing(needed)
}

/** Calls that no permission may open, as parts of `METHOD /path`. */
const NEVER =
  / \/v1\/shop\/|\/redeem|^(POST|PUT|PATCH|DELETE) \/v1\/bank|receipt_details|redemptions\/settings|\/code$|users_mobile|users\/me\/(email|password|second-email)|update_profile|\/my\/(factors|api-keys|webhooks|members|connected-apps|connected_accounts|approvals|sessions|referrals|unmasking|sendbird|terms|onboarding|account\/download|profile\/deletion|data_export|analytics\/(data_export|request_user_csv))/

describe('every call with every permission of a member', () => {
  test('is allowed, names the missing permission, or is only for the owner', async () => {
    const calls = (await signedInCalls(server)).filter((call) => call !== 'POST /v1/logout')
    expect(calls.length).toBeGreaterThan(120)
    const wrong: string[] = []
    for (const call of calls)
      for (const [access, person] of members) {
        const found = await outcome(person, call)
        const expected = expectedOutcome(call, access)
        if (found !== expected) wrong.push(`${call} with ${access}: ${found}, not ${expected}`)
      }
    expect(wrong).toEqual([])
  })

  test('each call of the table exists, and none moves money or changes access', async () => {
    const calls = await signedInCalls(server)
    const unused = [...MEMBER_CALLS.keys()].filter(
      (pattern) => !calls.some((call) => callLike(pattern).test(call)),
    )
    expect(unused).toEqual([])
    expect([...MEMBER_CALLS.keys()].filter((call) => NEVER.test(call))).toEqual([])
    const shut = calls.filter((call) => NEVER.test(call))
    expect(shut.length).toBeGreaterThan(50)
    for (const person of members.values())
      expect(await outcome(person, shut[0] ?? '')).toBe(OWNER_ONLY)
  })
})

describe('an account used by a member', () => {
  test('is the owner of what a member creates and changes', async () => {
    const editor = members.get('edit')!
    const link = await addLink(editor)
    expect((await readLink(owner, link)).uuid).toBe(link.uuid)
    const own = actingFor(editor, { uuid: editor.uuid })
    expect((await search(own)).results).toEqual([])
  })

  test('is refused to strangers, for unknown ids and with an API key', async () => {
    const stranger = await signUp(server)
    const refused = 'You have no access to this account.'
    for (const uuid of [owner.uuid, stranger.email, '', 'x'.repeat(400)])
      expect(await outcome(actingFor(stranger, { uuid }), 'GET /v1/users/me')).toBe(refused)
    const member = members.get('edit')!
    const { key } = await addKey(await signIn(server, member))
    const answer = await withKey(server, key)(
      'POST',
      `${LINKS}search/`,
      {},
      { 'X-ACCOUNT': owner.uuid },
    )
    expect(answer.status).toBe(403)
  })

  test('ends its own session and no other when a member signs out', async () => {
    const { member, acting } = await addMember(server, owner, ['edit'])
    expect((await acting.send('POST', '/v1/logout')).status).toBe(204)
    expect((await member.send('GET', '/v1/users/me')).status).toBe(401)
    expect((await owner.send('GET', '/v1/users/me')).status).toBe(200)
  })

  test('keeps what is personal: phone, unread activity and messages', async () => {
    await server.deps.sql`
      insert into phones (user_id, mobile) values (${owner.uuid}, '+15550100') on conflict do nothing`
    const editor = members.get('edit')!
    expect(await editor.get('/v1/users/me')).toMatchObject({ uuid: owner.uuid, phone: null })
    const facts = { unread: { total: 0 }, invitations: 0, onboarding: null, unread_messages: null }
    expect(await editor.get('/v2/my/facts/')).toMatchObject(facts)
  })
})

describe('numbers that a member may not see', () => {
  test('money is in no answer without its permission', async () => {
    const own = (await search(owner)).results.find((link) => link.lifetime_commissions > 0)!
    const seen = await readLink(members.get('analytics')!, own)
    expect(seen).toMatchObject({ lifetime_commissions: 0, lifetime_revenue: 0 })
    expect(seen.lifetime_clicks).toBe(own.lifetime_clicks)
    expect(await readLink(members.get('money')!, own)).toMatchObject({
      lifetime_commissions: own.lifetime_commissions,
      lifetime_revenue: own.lifetime_revenue,
    })
    expect((await analytics(owner)).totals.commissions).toBeGreaterThan(0)
    const { totals, results } = await analytics(members.get('analytics')!)
    for (const sums of [totals, ...results])
      expect(sums).toMatchObject({ revenue: 0, commissions: 0 })
    expect(totals.conversions).toBe(1)
  })

  test('the order of analytics does not tell which link earned most', async () => {
    const made = [(await addLink(owner)).uuid, (await addLink(owner)).uuid]
    const [first = '', last = ''] = made.toSorted()
    await order(server, owner, { linkId: first, commissionCents: 1 })
    await order(server, owner, { linkId: last, commissionCents: 99_999 })
    const keysFor = async (person: Person) =>
      (await analytics(person, { group_by: 'link' })).results
        .map(({ key }) => key)
        .filter((key) => made.includes(key))
    expect(await keysFor(owner)).toEqual([last, first])
    expect(await keysFor(members.get('analytics')!)).toEqual([first, last])
  })

  test.each([
    ['-lifetime_commissions', { edit: 400, analytics: 400, money: 200 }],
    ['-lifetime_clicks', { edit: 400, analytics: 200, money: 400 }],
  ])('links cannot be sorted by %s without its permission', async (ordering, expected) => {
    for (const access of ACCESS) {
      const answer = await members.get(access)!.send('POST', `${LINKS}search/`, { ordering })
      expect(answer.status).toBe(expected[access])
    }
  })

  test('a smart collection does not tell them', async () => {
    const editor = members.get('edit')!
    const known = { domain: 'example', ordering: 'name' }
    for (const hidden of [
      { min_clicks: 3 },
      { ordering: '-lifetime_clicks' },
      { ordering: '-lifetime_commissions' },
    ]) {
      const rule = { ...known, ...hidden }
      const name = JSON.stringify(hidden)
      expect((await editor.send('POST', SMART, { name, rule })).status).toBe(400)
      const own = await addSmart(owner, name, known)
      expect(await editCollection(editor, own, { rule })).toMatchObject({ status: 400 })
      for (const method of ['PUT', 'PATCH']) {
        const answer = await editor.send(method, `${SMART}${own.uuid}/`, { name, rule })
        expect(answer.status).toBe(400)
      }
    }
    const { acting } = await addMember(server, owner, [...ACCESS])
    const best = await addSmart(acting, 'Best', {
      ...known,
      min_clicks: 1,
      ordering: '-lifetime_commissions',
    })
    const renamed = await editCollection(editor, best, { name: 'Better', rule: best.rule })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Better', rule: best.rule } })
    const wider = { ...best.rule, min_clicks: 2 }
    expect(await editCollection(editor, best, { rule: wider })).toMatchObject({ status: 400 })
  })

  test('clicks are in no answer without their permission', async () => {
    const link = await addLink(owner)
    await countClicks(server, link, 3)
    const own = await readLink(owner, link)
    expect(own).toMatchObject({ lifetime_clicks: 3, used_clicks: 0 })
    const seen = await readLink(members.get('money')!, link)
    expect(seen.lifetime_clicks).toBe(0)
    for (const field of ['own_clicks', 'recent_clicks', 'used_clicks', 'app_stops'])
      expect(seen).not.toHaveProperty(field)
    expect((await readPage(owner)).body).toHaveProperty('views_30d')
    expect((await readPage(members.get('money')!)).body).not.toHaveProperty('views_30d')
  })

  test('a conflict of an edit shows no more than the link itself', async () => {
    const own = (await search(owner)).results.find((link) => link.lifetime_commissions > 0)!
    const base = { name: own.name }
    await editLink(owner, own, { name: 'Theirs', base })
    const { status, body } = await editLink(members.get('edit')!, own, { name: 'Mine', base })
    expect(status).toBe(409)
    expect(body).toMatchObject({ conflict: { latest: { lifetime_commissions: 0 } } })
  })
})

test('a permission that is taken away ends with the next request', async () => {
  const { member, acting } = await addMember(server, owner, ['edit', 'analytics'])
  expect(await outcome(acting, 'POST /v2/my/analytics/my_links')).toBe('allowed')
  const change = { access: ['edit'], password: owner.password }
  expect((await owner.send('PATCH', `${MEMBERS}${member.uuid}/`, change)).status).toBe(200)
  expect(await outcome(acting, 'POST /v2/my/analytics/my_links')).toBe(missing('analytics'))
  expect((await membersOf(owner)).results.find(({ id }) => id === member.uuid)?.access).toEqual([
    'edit',
  ])
})
