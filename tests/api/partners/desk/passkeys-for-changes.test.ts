import { describe, expect, test } from 'vitest'
import {
  DESK_ROLES,
  DESK_ROUTES,
  permissionOf,
} from '../../../../server/partners/desk/people/permissions.ts'
import { expectParts } from '#support/expect-parts.ts'
import { deskPaths, idsOf } from '#support/server/desk-addresses.ts'
import { addCreator } from '#support/server/desk-market.ts'
import { addDeskPerson, enterWith, linkFor } from '#support/server/desk.ts'
import {
  addDeskPasskey,
  addPerson,
  addProtectedPerson,
  deskSessionOf,
  forgetDeskProof,
  openSecondStep,
  signInByLink,
  signProof,
} from '#support/server/desk-factors.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { optionsFor } from '#support/server/staff/passkeys.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const { sql } = server.deps
fakeDatesPerTest()
forgetAttemptsPerTest(server)

const PEOPLE = '/desk/people'
const INVITED = { email: 'new@oak.example', name: '', role: 'viewer' }

/** Creates a brand with an owner who has a passkey, whose last use is too old, and a colleague. */
async function addHolder() {
  const ana = await addPerson(server)
  const { device } = await addDeskPasskey(ana.desk)
  const colleague = await addDeskPerson(server, ana.shop.id, { email: 'eve@oak.example' })
  await forgetDeskProof(server)
  return { ...ana, device, colleague }
}

const peopleOf = ({ shop }: { shop: { id: string } }) =>
  sql`select email, role from desk_people where brand_id = ${shop.id} order by email`

describe('changes that concern money or access', () => {
  test('are these', () => {
    const guarded = Object.keys(DESK_ROUTES).filter((route) => permissionOf(route)?.needsProof)
    expect(guarded.toSorted()).toEqual([
      'POST /desk/account/app/new',
      'POST /desk/account/app/remove',
      'POST /desk/account/codes',
      'POST /desk/account/passkeys/new',
      'POST /desk/account/passkeys/remove',
      'POST /desk/accounts/connect',
      'POST /desk/accounts/disconnect',
      'POST /desk/orders/missing/:sale/accept',
      'POST /desk/people',
      'POST /desk/people/:person/link',
      'POST /desk/people/:person/remove',
      'POST /desk/people/:person/reset',
      'POST /desk/people/:person/role',
      'POST /desk/shop/:platform/secret',
    ])
  })

  test.each(DESK_ROLES)('and no others ask a %s with a passkey to confirm', async (role) => {
    const { shop } = await addPerson(server)
    const ids = idsOf(await addCreator(server, shop))
    const email = `${role}@oak.example`
    const person = await addDeskPerson(server, shop.id, { email, role })
    const desk = await enterWith(server, await linkFor(server, person))
    await addDeskPasskey(desk)
    await forgetDeskProof(server)
    let asked = 0
    for (const path of deskPaths(server, 'POST', ids)) {
      const { status, html } = await desk.post(path)
      if (status !== 428) continue
      expectParts(html, 'Confirm with a passkey or recovery code', 'data-passkey')
      asked += 1
    }
    const routes = Object.keys(DESK_ROUTES).map(permissionOf)
    expect(asked).toBe(
      routes.filter((route) => route?.needsProof && route.roles.includes(role)).length,
    )
    const changes = await sql`select did from desk_changes where brand_id = ${shop.id}`
    expect(changes.map(({ did }) => did as string)).not.toContain('Invited a colleague')
  })

  test('ask nobody without a second factor', async () => {
    const { desk, shop } = await addPerson(server)
    const ids = idsOf(await addCreator(server, shop))
    await forgetDeskProof(server)
    for (const path of deskPaths(server, 'POST', ids))
      expect({ path, status: (await desk.post(path)).status }).not.toEqual({ path, status: 428 })
  })
})

describe('confirming a change with a passkey', () => {
  test('replaces the code, for the form that was sent and the next five minutes', async () => {
    const ana = await addHolder()
    const asked = await ana.desk.post(PEOPLE, INVITED)
    expect(asked.status).toBe(428)
    expectParts(asked.html, 'Confirm with a passkey or recovery code', `value="${INVITED.email}"`)
    expect((await peopleOf(ana)).length).toBe(2)
    const passkey = await signProof(ana.desk, ana.device)
    expect((await ana.desk.post(PEOPLE, { ...INVITED, passkey })).status).toBe(200)
    expect((await peopleOf(ana)).length).toBe(3)
    const role = `${PEOPLE}/${ana.colleague.id}/role`
    expect((await ana.desk.post(role, { role: 'viewer' })).status).toBe(303)
    const changes =
      await sql`select did from desk_changes where brand_id = ${ana.shop.id} order by id`
    expect(changes.map(({ did }) => did as string)).toEqual([
      'Added a passkey',
      'Invited a colleague',
      'Changed the role of a colleague',
    ])
    // An answer cannot be sent again.
    await forgetDeskProof(server)
    const replayed = await ana.desk.post(role, { role: 'owner', passkey })
    expect(replayed.status).toBe(400)
    expectParts(replayed.html, 'This took too long or was sent twice.')
    expect((await peopleOf(ana)).find(({ email }) => email === 'eve@oak.example')).toMatchObject({
      role: 'viewer',
    })
  })

  test('is offered beside the code of an app', async () => {
    const ana = await addProtectedPerson(server)
    await forgetDeskProof(server)
    expectParts((await ana.desk.post(PEOPLE, INVITED)).html, 'Confirm with a code')
    expect((await ana.desk.post(PEOPLE, { ...INVITED, code: '000000' })).status).toBe(400)
    expect((await ana.desk.post(PEOPLE, { ...INVITED, code: ana.nextCode() })).status).toBe(200)
    const { device } = await addDeskPasskey(ana.desk)
    await forgetDeskProof(server)
    const form = { ...INVITED, email: 'other@oak.example' }
    expectParts((await ana.desk.post(PEOPLE, form)).html, 'Confirm with a code or passkey')
    const passkey = await signProof(ana.desk, device)
    expect((await ana.desk.post(PEOPLE, { ...form, passkey })).status).toBe(200)
  })

  test('is refused with the passkey or session of somebody else, or a sign-in', async () => {
    const ana = await addHolder()
    const eve = await enterWith(server, await linkFor(server, ana.colleague))
    const { device: ofEve } = await addDeskPasskey(eve)
    const entered = await signInByLink(server, await linkFor(server, ana.person), ana.device)
    const second = deskSessionOf(server, entered)
    await forgetDeskProof(server)
    const proof = '/desk/account/passkeys/proof'
    const { options: ofSignIn } = await openSecondStep(server, await linkFor(server, ana.person))
    const wrong = [
      ofEve.get(await optionsFor(ana.desk, proof)),
      ana.device.get(await optionsFor(eve, proof)),
      ana.device.get(await optionsFor(second, proof)),
      ana.device.get(ofSignIn),
    ]
    for (const answer of wrong) {
      const form = { ...INVITED, passkey: JSON.stringify(answer) }
      expect((await ana.desk.post(PEOPLE, form)).status).toBe(400)
    }
    expect((await ana.desk.post(PEOPLE, INVITED)).status).toBe(428)
    expect((await peopleOf(ana)).length).toBe(2)
  })

  test('pauses after five wrong answers of a session, which does not stop others', async () => {
    const ana = await addHolder()
    const entered = await signInByLink(server, await linkFor(server, ana.person), ana.device)
    const second = deskSessionOf(server, entered)
    await forgetDeskProof(server)
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await ana.desk.post(PEOPLE, { ...INVITED, passkey: 'x' })).status).toBe(400)
    const passkey = await signProof(ana.desk, ana.device)
    expect((await ana.desk.post(PEOPLE, { ...INVITED, passkey })).status).toBe(429)
    const other = { ...INVITED, passkey: await signProof(second, ana.device) }
    expect((await second.post(PEOPLE, other)).status).toBe(200)
  })

  test('accepts a missing sale once', async () => {
    const ana = await addHolder()
    const { sale } = idsOf(await addCreator(server, ana.shop))
    const path = `/desk/orders/missing/${sale}/accept`
    const form = { amount: '80.00' }
    const orders = () => sql`select 1 from conversions where brand_id = ${ana.shop.id}`
    const before = (await orders()).length
    expect((await ana.desk.post(path, form)).status).toBe(428)
    expect((await orders()).length).toBe(before)
    const passkey = await signProof(ana.desk, ana.device)
    expect((await ana.desk.post(path, { ...form, passkey })).status).toBe(303)
    expect((await orders()).length).toBe(before + 1)
  })

  test('does not give a role more than it has', async () => {
    const { shop } = await addPerson(server)
    const viewer = await addDeskPerson(server, shop.id, { email: 'v@oak.example', role: 'viewer' })
    const desk = await enterWith(server, await linkFor(server, viewer))
    const { device } = await addDeskPasskey(desk)
    await forgetDeskProof(server)
    const passkey = await signProof(desk, device)
    expect((await desk.post(PEOPLE, { ...INVITED, passkey })).status).toBe(403)
  })
})
