import { describe, expect, test, vi } from 'vitest'
import { ONLY_PASSWORD, RECOVERY_HOURS, type Factors } from '#contract/people/factors.ts'
import { listed } from '#support/server/activity.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import {
  addAuthenticator,
  enterPassword,
  FACTORS,
  fakeDatesPerTest,
  resultOf,
} from '#support/server/factors.ts'
import { hiddenFields } from '#support/server/hosts/login-pages.ts'
import { mailsTo, waitForMails } from '#support/server/links/outbox.ts'
import { addInstantShop, addEarner, redeem } from '#support/server/money/wallet.ts'
import { addPasskey } from '#support/server/passkeys.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type Reachable } from '#support/server/test-app.ts'
import { resetFactorsCommand } from '../../../../server/operator/reset-factors.ts'
import { statusCommand } from '../../../../server/operator/status.ts'
import { listOpenRecoveries } from '../../../../server/people/factors/recovery/recoveries.ts'

const server = await startTestServer({ jobs: true })
const shop = await addInstantShop(server)
const ana = newCreatorPerTest(server)
fakeDatesPerTest()

const HOUR_MS = 60 * 60 * 1000
const later = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR_MS)
const RECOVERY = `${FACTORS}recovery/`
const recoveryOf = async (person: Person) =>
  (await resultOf<Factors>(await person.send('GET', FACTORS))).recovery

/** Sends a form of the code page after the right password, as its button does. */
async function ask(person: Person, path: 'recovery' | 'recovery/start', of: Reachable = server) {
  const { html, cookie } = await enterPassword(of, person)
  const { csrf = '', key = '' } = hiddenFields(html)
  const form = { csrf, key }
  const answer = await of.request('POST', `/multi-connect/${path}`, { form, headers: { cookie } })
  return { status: answer.status, html: await answer.text() }
}
const start = (person: Person) => ask(person, 'recovery/start')

/** Returns the texts of mails without line breaks of their encoding. */
const textOf = (mails: string[]) => mails.join('\n').replaceAll('=\n', '').replaceAll('=3D', '=')

/** Returns the path of a link in the mails. */
function linkOf(mails: string[], link: 'undo' | 'finish'): string {
  const [href] = new RegExp(`https?://\\S+/recovery/${link}\\?\\S+`).exec(textOf(mails)) ?? []
  if (href === undefined) throw new Error(`no ${link} link in ${textOf(mails)}`)
  const { pathname, search } = new URL(href)
  return pathname + search
}

/** Runs the job that emails the finishing links, and waits for its mail. */
async function sendLinks(person: Person, mails: number) {
  await server.deps.jobs.add(server.deps.db, 'factor-recoveries', {})
  return waitForMails(server, person.email, mails)
}

const open = async (method: 'GET' | 'POST', path: string) => {
  const answer = await server.request(method, path)
  return { status: answer.status, html: await answer.text() }
}

describe('asking for a recovery', () => {
  test('needs the password, explains the recovery and notifies by email and on all devices', async () => {
    await addAuthenticator(ana)
    expectParts((await enterPassword(server, ana)).html, 'I lost all of them')
    expectParts((await ask(ana, 'recovery')).html, 'Recover your account', '72 hours')
    expect(await recoveryOf(ana)).toBeNull()
    expectParts((await start(ana)).html, 'Check your email')
    const endsAt = new Date(Date.now() + RECOVERY_HOURS * HOUR_MS).toISOString()
    expect(await recoveryOf(ana)).toMatchObject({ ends_at: endsAt })
    const mails = textOf(await waitForMails(server, ana.email, 2))
    expectParts(mails, 'Subject: Someone lost the second factor of your Split account')
    expectNoParts(mails, '/recovery/finish')
    const { notifications } = await listed(ana)
    expect(notifications[0]).toMatchObject({
      text: expect.stringContaining('was asked for.') as string,
      url: '/settings/accountinfo',
    })
  })

  test('works only in the browser of the password, with a form of ours', async () => {
    await addAuthenticator(ana)
    const { html } = await enterPassword(server, ana)
    const stranger = await enterPassword(server, await withFactor())
    const { key = '' } = hiddenFields(html)
    const { csrf = '' } = hiddenFields(stranger.html)
    const headers = { cookie: stranger.cookie }
    const path = '/multi-connect/recovery/start'
    const taken = await server.request('POST', path, { form: { csrf, key }, headers })
    expect(taken.status).toBe(400)
    const forged = await server.request('POST', path, { form: { key }, headers })
    expect(forged.status).toBe(403)
    expect(await recoveryOf(ana)).toBeNull()
  })

  test('again changes nothing, also on another server', async () => {
    const other = await createTestServer({ sharedServer: server })
    await addAuthenticator(ana)
    await start(ana)
    const before = await recoveryOf(ana)
    later(10)
    await Promise.all([start(ana), ask(ana, 'recovery/start', other)])
    expect(await recoveryOf(ana)).toEqual(before)
    const mails = await waitForMails(server, ana.email, 2)
    expect(mails.filter((mail) => mail.includes('Someone lost the second factor'))).toHaveLength(1)
    await other.stop()
  })
})

async function withFactor() {
  const person = await signUp(server)
  await addAuthenticator(person)
  return person
}

describe('after 72 hours', () => {
  test('a link by email removes the factors and signs out all devices', async () => {
    await addPasskey(ana)
    await start(ana)
    later(71)
    await server.deps.jobs.add(server.deps.db, 'factor-recoveries', {})
    later(1)
    const finish = linkOf(await sendLinks(ana, 3), 'finish')
    expectParts((await open('GET', finish)).html, 'Remove your second factor?')
    expect((await ana.send('GET', FACTORS)).status).toBe(200)
    later(-1)
    expect((await open('POST', finish)).status).toBe(409)
    later(1)
    expectParts((await open('POST', finish)).html, 'Your second factor is removed')
    expect((await ana.send('GET', FACTORS)).status).toBe(401)
    const back = await signIn(server, ana)
    expect(await resultOf<Factors>(await back.send('GET', FACTORS))).toEqual({
      authenticator: null,
      passkeys: [],
      recovery_codes_left: 0,
      recovery: null,
      sign_in: ONLY_PASSWORD,
    })
    const mails = (await waitForMails(server, ana.email, 4)).join('\n')
    expectParts(mails, 'Subject: Your Split account has no second factor now')
    expect((await open('POST', finish)).html).toContain('Your second factor is removed')
    expect((await back.send('GET', FACTORS)).status).toBe(200)
  })

  test('the link is sent once and works for seven days, then a new request can start', async () => {
    await addAuthenticator(ana)
    await start(ana)
    later(RECOVERY_HOURS)
    const finish = linkOf(await sendLinks(ana, 3), 'finish')
    await server.deps.jobs.add(server.deps.db, 'factor-recoveries', {})
    later(7 * 24)
    expect((await open('GET', finish)).status).toBe(410)
    expect((await open('POST', finish)).status).toBe(410)
    await start(ana)
    expect(await recoveryOf(ana)).toMatchObject({ asked_at: new Date().toISOString() })
    expect(await waitForMails(server, ana.email, 4)).toHaveLength(4)
  })

  test('cannot be undone any more once it is finished', async () => {
    await addPasskey(ana)
    await start(ana)
    later(RECOVERY_HOURS)
    const mails = await sendLinks(ana, 3)
    await open('POST', linkOf(mails, 'finish'))
    expect((await open('GET', linkOf(mails, 'undo'))).status).toBe(410)
    expect((await open('POST', linkOf(mails, 'undo'))).status).toBe(410)
  })

  test('money cannot be redeemed for another 72 hours', async () => {
    const earner = await addEarner(server, shop, 95)
    await addPasskey(earner)
    await start(earner)
    later(RECOVERY_HOURS)
    const mails = await vi.waitFor(async () => {
      await server.deps.jobs.add(server.deps.db, 'factor-recoveries', {})
      const all = mailsTo(server, earner.email)
      expect(textOf(all)).toContain('/recovery/finish')
      return all
    }, 20_000)
    await open('POST', linkOf(mails, 'finish'))
    const back = await signIn(server, earner)
    const refused = await redeem(back, { value: 10 })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('in the last 72 hours')
    later(RECOVERY_HOURS)
    expect((await redeem(back, { value: 10 })).status).toBeLessThan(300)
  })
})

describe('stopping a recovery', () => {
  test('works from the email without signing in', async () => {
    await addAuthenticator(ana)
    await start(ana)
    const undo = linkOf(await waitForMails(server, ana.email, 2), 'undo')
    expectParts((await open('GET', undo)).html, 'Stop the recovery?')
    expect(await recoveryOf(ana)).not.toBeNull()
    expectParts((await open('POST', undo)).html, 'The recovery is stopped')
    expect(await recoveryOf(ana)).toBeNull()
    later(RECOVERY_HOURS)
    await server.deps.jobs.add(server.deps.db, 'factor-recoveries', {})
    expect((await ana.send('GET', FACTORS)).status).toBe(200)
  })

  test('works from a signed-in device, and the link by email is void', async () => {
    await addAuthenticator(ana)
    await start(ana)
    later(RECOVERY_HOURS)
    const mails = await sendLinks(ana, 3)
    const ben = await signUp(server)
    expect((await ben.send('DELETE', RECOVERY)).status).toBe(404)
    expect((await ana.send('DELETE', RECOVERY)).status).toBe(204)
    expect((await ana.send('DELETE', RECOVERY)).status).toBe(404)
    expect((await open('POST', linkOf(mails, 'finish'))).status).toBe(410)
    expect((await resultOf<Factors>(await ana.send('GET', FACTORS))).authenticator).not.toBeNull()
  })

  test('links with other keys do not work', async () => {
    await addAuthenticator(ana)
    await start(ana)
    later(RECOVERY_HOURS)
    const mails = await sendLinks(ana, 3)
    const [undo, finish] = [linkOf(mails, 'undo'), linkOf(mails, 'finish')]
    const mixed = undo.replace('/undo', '/finish')
    for (const path of [
      mixed,
      finish.replace('/finish', '/undo'),
      `${undo}x`,
      finish.split('?')[0] ?? '',
    ])
      expect([path, (await open('POST', path)).status]).toEqual([path, 404])
    expect(await recoveryOf(ana)).not.toBeNull()
  })
})

test('the operator sees how many people wait, and a reset ends the request', async () => {
  const { db, config } = server.deps
  await addAuthenticator(ana)
  const before = (await listOpenRecoveries(db)).length
  await start(ana)
  const waiting = await listOpenRecoveries(db)
  expect(waiting).toHaveLength(before + 1)
  expect(waiting).toContainEqual({
    userId: ana.uuid,
    askedAt: new Date(),
    endsAt: new Date(Date.now() + RECOVERY_HOURS * HOUR_MS),
  })
  expect(await statusCommand(['status'])?.({})(db, config)).toMatch(/second factors +\d+ pe/)
  await resetFactorsCommand(['reset-factors'])?.({ email: ana.email, why: 'Seen by video' })?.(
    db,
    config,
  )
  expect(await listOpenRecoveries(db)).toHaveLength(before)
})
