import { describe, expect, test } from 'vitest'
import { brandResetFactorCommand } from '../../../../server/operator/brand-reset-factor.ts'
import type { PersonKey } from '../../../../server/partners/desk/sign-in-links.ts'
import { expectParts } from '#support/expect-parts.ts'
import { addDeskPerson, enterDesk, enterWith, linkFor } from '#support/server/desk.ts'
import {
  addPasskeyHolder,
  enterCode,
  ACCESS,
  addApp,
  addDeskPasskey,
  addPerson,
  addProtectedPerson,
  deskSessionOf,
  forgetDeskProof,
  PASSKEYS,
  signProof,
} from '#support/server/desk-factors.ts'
import { fakeDatesPerTest, recoveryCodesIn } from '#support/server/factors.ts'
import { idIn, open } from '#support/server/hosts/login-pages.ts'
import { waitForMails } from '#support/server/links/outbox.ts'
import { createPasskeyDevice } from '#support/server/passkey-device.ts'
import { optionsFor } from '#support/server/staff/passkeys.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forgetAttemptsPerTest } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const { sql } = server.deps
fakeDatesPerTest()
forgetAttemptsPerTest(server)

const REFUSED = 'This passkey was not accepted.'
const AGAIN = 'This took too long or was sent twice.'
const idsOf = (html: string) => [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id)
const linkOf = ({ person }: { person: PersonKey }) => linkFor(server, person)
const addHolder = () => addPasskeyHolder(server)

describe('a passkey of a person of a brand', () => {
  test('is added, named, renamed and removed, recorded and mailed', async () => {
    const { desk, person } = await addPerson(server)
    expectParts((await desk.get(ACCESS)).html, 'No passkeys yet.')
    const page = await desk.post(`${PASSKEYS}/new`)
    expectParts(page.html, 'Add a passkey', 'data-new', 'JavaScript is turned off')
    const { recoveryCodes } = await addDeskPasskey(desk, 'Kitchen <laptop>')
    expect(recoveryCodes.length).toBe(10)
    const { html } = await desk.get(ACCESS)
    expectParts(html, 'Kitchen &lt;laptop&gt;', 'not used yet', '10 codes are left.')
    const id = idIn(html)
    expect((await desk.post(`${PASSKEYS}/rename`, { id, name: '' })).html).toContain(
      'Enter a name.',
    )
    expect((await desk.post(`${PASSKEYS}/rename`, { id, name: 'Phone' })).status).toBe(303)
    expectParts((await desk.get('/desk/people')).html, 'second factor on')
    expect((await desk.post(`${PASSKEYS}/remove`, { id })).status).toBe(303)
    expectParts((await desk.get(ACCESS)).html, 'No passkeys yet.')
    const changes = await sql`select who, did, subject from desk_changes
      where brand_id = ${person.brandId} order by id`
    expect([...changes]).toEqual([
      { who: person.email, did: 'Added a passkey', subject: 'Kitchen <laptop>' },
      { who: person.email, did: 'Removed a passkey', subject: 'Phone' },
    ])
    const mails = await waitForMails(server, person.email, 2)
    expectParts(mails.join('\n'), 'A passkey was added', 'A passkey was removed')
  })

  test('needs an earlier factor to be added or removed, also the authenticator app', async () => {
    const { desk, nextCode } = await addProtectedPerson(server)
    await addDeskPasskey(desk)
    const id = idIn((await desk.get(ACCESS)).html)
    await forgetDeskProof(server)
    expect((await desk.post(`${PASSKEYS}/options`)).status).toBe(403)
    expect((await desk.post(`${PASSKEYS}/new`)).status).toBe(428)
    expect((await desk.post(`${PASSKEYS}/remove`, { id })).status).toBe(428)
    expect((await desk.post(`${PASSKEYS}/remove`, { id, code: '000000' })).status).toBe(400)
    expect(idIn((await desk.get(ACCESS)).html)).toBe(id)
    expect((await desk.post(`${PASSKEYS}/remove`, { id, code: nextCode() })).status).toBe(303)
    const ben = await addHolder()
    await forgetDeskProof(server)
    expect((await ben.desk.post(`${ACCESS}/app/new`)).status).toBe(428)
    expect((await ben.desk.get(`${ACCESS}/app`)).status).toBe(303)
    const form = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '000000' }
    expectParts((await ben.desk.post(`${ACCESS}/app`, form)).html, 'open for too long')
    const passkey = await signProof(ben.desk, ben.device)
    expect((await ben.desk.post(`${ACCESS}/app/new`, { passkey })).status).toBe(303)
    expect((await ben.desk.get(`${ACCESS}/app`)).status).toBe(200)
  })

  test('cannot be added with an answer of another site, another session, or twice', async () => {
    const ana = (await addPerson(server)).desk
    const eve = (await addPerson(server)).desk
    const device = createPasskeyDevice()
    const add = async (who: typeof ana, how: Parameters<typeof device.create>[1], by = who) => {
      const options = await optionsFor(by, `${PASSKEYS}/options`)
      const passkey = JSON.stringify(device.create(options, how))
      return who.post(PASSKEYS, { name: 'Phone', passkey })
    }
    for (const how of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }])
      expectParts((await add(ana, how)).html, REFUSED)
    expectParts((await add(ana, { userVerified: false })).html, REFUSED)
    expectParts((await add(ana, {}, eve)).html, AGAIN)
    expectParts((await ana.post(PASSKEYS, { name: 'Phone', passkey: 'x' })).html, REFUSED)
    expect(recoveryCodesIn((await add(ana, {})).html).length).toBe(10)
    expectParts((await add(eve, {})).html, 'This passkey has already been added.')
  })

  test('can only be renamed and removed by its owner', async () => {
    const ana = await addHolder()
    const id = idIn((await ana.desk.get(ACCESS)).html)
    const eve = await addDeskPerson(server, ana.shop.id, { email: 'eve@oak.example' })
    const colleague = await enterWith(server, await linkFor(server, eve))
    for (const of of [id, 'x', '']) {
      expect((await colleague.post(`${PASSKEYS}/rename`, { id: of, name: 'Mine' })).status).toBe(
        404,
      )
      expect((await colleague.post(`${PASSKEYS}/remove`, { id: of })).status).toBe(404)
    }
    expectParts((await ana.desk.get(ACCESS)).html, 'Kitchen laptop')
    expect((await ana.desk.post(`${PASSKEYS}/remove`, { id, csrf: 'guessed' })).status).toBe(403)
  })

  test('is one of at most twenty', async () => {
    const ana = await addHolder()
    await sql`insert into desk_passkeys (person_id, name, credential_id, public_key, transports)
      select ${ana.person.id}, 'Key', gen_random_uuid(), '', '{}' from generate_series(1, 19)`
    const full = await ana.desk.post(`${PASSKEYS}/new`)
    expect(full.status).toBe(400)
    expectParts(full.html, 'You have 20 passkeys, the maximum.')
    expect((await ana.desk.post(`${PASSKEYS}/options`)).status).toBe(409)
  })

  test('is not for links without a name', async () => {
    const { shop } = await addPerson(server)
    const shared = await enterDesk(server, shop.id)
    for (const path of ['new', 'options'])
      expect((await shared.post(`${PASSKEYS}/${path}`)).status).toBe(403)
    expectParts((await shared.get(ACCESS)).html, 'a link without a name')
  })
})

describe('recovery codes', () => {
  test('stay while a factor is left, and are replaced when a factor would have none', async () => {
    const ana = await addHolder()
    const { set } = await addApp(ana.desk)
    expect([set.status, recoveryCodesIn(set.html)]).toEqual([303, []])
    expect((await ana.desk.post(`${ACCESS}/app/remove`)).status).toBe(303)
    expect((await enterCode(server, await linkOf(ana), ana.recoveryCodes[0] ?? '')).status).toBe(
      303,
    )
    await sql`delete from desk_recovery_codes where person_id = ${ana.person.id}`
    await addDeskPasskey(ana.desk, 'Phone')
    await sql`delete from desk_recovery_codes where person_id = ${ana.person.id}`
    const [first = '', last = ''] = idsOf((await ana.desk.get(ACCESS)).html).filter(
      (id, n, all) => all.indexOf(id) === n,
    )
    const removed = await ana.desk.post(`${PASSKEYS}/remove`, { id: first })
    expect(recoveryCodesIn(removed.html).length).toBe(10)
    expect((await ana.desk.post(`${PASSKEYS}/remove`, { id: last })).status).toBe(303)
    expect(await sql`select 1 from desk_recovery_codes where person_id = ${ana.person.id}`).toEqual(
      [],
    )
    // Without a factor the link alone signs in, and there are no codes to create.
    const { status } = await (await open(server, await linkOf(ana))).submit({})
    expect(status).toBe(303)
    for (const path of ['codes', 'app/remove'])
      expect((await ana.desk.post(`${ACCESS}/${path}`)).status).toBe(404)
  })
})

describe('a lost passkey', () => {
  test('is removed by another owner, who signs the colleague out', async () => {
    const ana = await addHolder()
    const owner = await enterDesk(server, ana.shop.id)
    expectParts((await owner.get('/desk/people')).html, 'Reset second factor')
    expect((await owner.post(`/desk/people/${ana.person.id}/reset`)).status).toBe(303)
    expect((await ana.desk.get(ACCESS)).status).toBe(303)
    const entered = await (await open(server, await linkOf(ana))).submit({})
    expect(entered.status).toBe(303)
    const fresh = deskSessionOf(server, new Response(null, { headers: entered.headers }))
    expectParts((await fresh.get(ACCESS)).html, 'No passkeys yet.')
    expect(await sql`select 1 from desk_recovery_codes where person_id = ${ana.person.id}`).toEqual(
      [],
    )
  })

  test('is removed by the operator, in the console or with the command', async () => {
    const ana = await addHolder()
    const ben = await enterConsole(server, 'support', 'lost@staff.example')
    const brandPage = await ben.get(`/console/brands/${ana.shop.key}`)
    expect(brandPage.html).toMatch(/Second factor[^]*On/)
    const form = { subject: `brand ${ana.shop.key}`, email: ana.person.email, why: 'Lost it' }
    const done = await ben.post('/console/actions/brand.reset-factor', form)
    expectParts(done.html, 'signs in with a link alone')
    const other = await addHolder()
    const command = brandResetFactorCommand(['brand-reset-factor', other.shop.key])
    const run = command?.({ email: other.person.email, why: 'Lost it' })
    expect(await run?.(server.deps.db, server.deps.config)).toContain('signed out')
    for (const { person } of [ana, other])
      expect(await sql`select 1 from desk_passkeys where person_id = ${person.id}`).toEqual([])
  })
})
