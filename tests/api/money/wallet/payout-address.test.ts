import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { WalletSettings } from '#contract/money/wallet.ts'
import { users } from '../../../../server/platform/db/schema.ts'
import { readWallet } from '../../../../server/money/wallet/wallet-rows.ts'
import { payoutAddressMail } from '../../../../server/money/wallet/payout-address.ts'
import { addInstantShop, earn, redeem } from '#support/server/money/wallet.ts'
import { PASSWORD, signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { plainText } from '../../../../server/platform/letters/letter.ts'
import type { Mail } from '../../../../server/platform/letters/mail.ts'
import { withPeople } from '#support/server/creator.ts'
import { statusesOf } from '#support/server/asking.ts'

const SETTINGS = '/v1/bank/redemptions/settings/'
const HOUR_MS = 60 * 60 * 1000

const sent: Mail[] = []
const server = await startTestServer()
const test = withPeople(server)
server.deps.mail = {
  delivery: 'smtp',
  async send(mail) {
    sent.push(mail)
    return 'smtp'
  },
}

const settings = (ana: Person) => ana.get<WalletSettings>(SETTINGS)

async function ask(ana: Person, paypal_email: string, password = PASSWORD) {
  const answer = await ana.send('PATCH', SETTINGS, { paypal_email, password })
  return { status: answer.status, body: (await answer.json()) as { errors?: object } }
}

/** Sends the mails and returns the link in the mail to the new address. */
async function mailed(ana: Person): Promise<string> {
  sent.length = 0
  const signal = new AbortController().signal
  for (const about of ['confirm', 'changed', 'changed-payee'] as const)
    expect(
      await payoutAddressMail(server.deps, { userId: ana.uuid, about }, signal),
    ).toBeUndefined()
  const [, link = ''] =
    /(\/confirm-email\/payout\/\S+)/.exec(sent[0] ? plainText(sent[0]) : '') ?? []
  return link
}

const jobs = async (ana: Person) =>
  server.deps.sql<{ payload: { about: string } }[]>`
    select payload from graphile_worker._private_jobs
    where payload ->> 'userId' = ${ana.uuid}`

test('an address needs the password and a confirmation by email', async ({ ana }) => {
  const none = await ana.send('PATCH', SETTINGS, { paypal_email: 'ana@pay.example' })
  expect(Object.keys(((await none.json()) as { errors: object }).errors)).toEqual(['password'])
  expect((await ask(ana, 'ana@pay.example', 'not the password')).body.errors).toEqual({
    password: ['This password is wrong. Check it and try again.'],
  })
  expect((await settings(ana)).paypal_email_next).toBeNull()

  expect((await ask(ana, 'Ana@Pay.example')).status).toBe(200)
  expect(await settings(ana)).toMatchObject({
    paypal_email: '',
    paypal_email_next: { email: 'ana@pay.example', usable_at: null },
  })
  expect((await jobs(ana)).map(({ payload }) => payload.about).sort()).toEqual([
    'changed',
    'changed-payee',
    'confirm',
  ])
  const link = await mailed(ana)
  expect(sent.map(({ to }) => to)).toEqual(['ana@pay.example', ana.email])
  // Opening the link, as mail scanners do, changes nothing.
  expect(await (await server.request('GET', link)).text()).toContain('ana@pay.example')
  expect((await settings(ana)).paypal_email).toBe('')
  expect((await server.request('POST', link)).status).toBe(200)
  expect(await settings(ana)).toMatchObject({
    paypal_email: 'ana@pay.example',
    paypal_email_next: null,
  })
  expect((await server.request('POST', link)).status).toBe(404)
})

test('a new address waits three days after its confirmation, and the old one is notified', async () => {
  const ana = await signUp(server)
  await ask(ana, 'first@pay.example')
  await server.request('POST', await mailed(ana))
  await ask(ana, 'second@pay.example')
  const link = await mailed(ana)
  expect(sent.map(({ to }) => to)).toEqual(['second@pay.example', ana.email, 'first@pay.example'])
  await server.request('POST', link)
  const { paypal_email, paypal_email_next } = await settings(ana)
  expect(paypal_email).toBe('first@pay.example')
  const usableAt = Date.parse(paypal_email_next?.usable_at ?? '')
  expect(usableAt - Date.now()).toBeGreaterThan(71 * HOUR_MS)
  expect(usableAt - Date.now()).toBeLessThanOrEqual(72 * HOUR_MS)
  // Until then every payout goes to the previous address.
  await server.deps.db
    .update(users)
    .set({ emailConfirmedAt: new Date() })
    .where(eq(users.id, ana.uuid))
  await earn(server, await addInstantShop(server), ana, 20)
  const early = await redeem(ana, { value: 10, paypal_email: 'second@pay.example' })
  expect(Object.keys(early.body.errors ?? {})).toEqual(['paypal_email'])
  const { result } = (await redeem(ana, { value: 10 })).body
  expect(result).toMatchObject({ target: 'first@pay.example', amount: 10 })
  const at = (ms: number) => readWallet(server.deps.db, ana.uuid, new Date(ms))
  expect((await at(usableAt - 1)).paypalEmail).toBe('first@pay.example')
  expect((await at(usableAt)).paypalEmail).toBe('second@pay.example')
})

test('a change is cancelled by entering the current address', async ({ ana }) => {
  await ask(ana, 'first@pay.example')
  await server.request('POST', await mailed(ana))
  await ask(ana, 'thief@pay.example')
  const link = await mailed(ana)
  const back = await ana.send('PATCH', SETTINGS, { paypal_email: 'first@pay.example' })
  expect(await back.json()).toMatchObject({ paypal_email_next: null })
  expect((await server.request('POST', link)).status).toBe(404)
  expect((await settings(ana)).paypal_email).toBe('first@pay.example')
})

test('a waiting address is cancelled without a password, the first one too', async () => {
  const ana = await signUp(server)
  await ask(ana, 'first@pay.example')
  const early = await mailed(ana)
  const back = () => ana.send('PATCH', SETTINGS, { paypal_email_next: null })
  expect(await (await back()).json()).toMatchObject({ paypal_email: '', paypal_email_next: null })
  expect((await server.request('POST', early)).status).toBe(404)

  await ask(ana, 'second@pay.example')
  await server.request('POST', await mailed(ana))
  await ask(ana, 'thief@pay.example')
  await server.request('POST', await mailed(ana))
  expect((await settings(ana)).paypal_email_next?.usable_at).not.toBeNull()
  await back()
  expect(await settings(ana)).toMatchObject({
    paypal_email: 'second@pay.example',
    paypal_email_next: null,
  })
})

test('a key of an earlier mail, a guessed one and an expired one are refused', async ({ ana }) => {
  await ask(ana, 'one@pay.example')
  const early = await mailed(ana)
  await mailed(ana)
  expect((await server.request('POST', early)).status).toBe(404)
  expect((await server.request('POST', '/confirm-email/payout/guess')).status).toBe(404)
  const link = await mailed(ana)
  await server.deps.sql`
    update wallets set next_asked_at = now() - interval '8 days' where user_id = ${ana.uuid}`
  expect((await server.request('GET', link)).status).toBe(404)
  expect((await server.request('POST', link)).status).toBe(404)
})

const waitingForLocks = async () => {
  const rows = await server.deps.sql`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return rows.length
}

/** Starts both before either can write. `first` is the first to write. */
async function inOneMoment(
  ana: Person,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const begun: Promise<unknown>[] = []
  await server.deps.sql.begin(async (tx) => {
    await tx`select 1 from wallets where user_id = ${ana.uuid} for update`
    for (const act of [first, second]) {
      begun.push(act())
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(begun.length))
    }
  })
  await Promise.all(begun)
}

test('after too many wrong keys of one address others wait, and the right key works', async () => {
  const ana = await signUp(server)
  await ask(ana, 'ana@pay.example')
  const link = await mailed(ana)
  const wrong = '/confirm-email/payout/no-such-key'
  expect((await server.request('GET', wrong)).status).toBe(404)
  await server.deps.sql`
    update throttle set count = 60 where key like 'wrongMailKeysByAddress:%'`
  expect((await server.request('POST', wrong)).status).toBe(429)
  expect((await server.request('GET', link)).status).toBe(200)
  expect((await server.request('POST', link)).status).toBe(200)
  await server.deps.sql`delete from throttle where key like 'wrongMailKeysByAddress:%'`
})

test('a confirmation and a mailed link survive another simultaneous change', async () => {
  const ana = await signUp(server)
  const lower = (payment_threshold: number) => () =>
    ana.send('PATCH', SETTINGS, { payment_threshold })
  await ask(ana, 'first@pay.example')
  const links: string[] = []
  await inOneMoment(ana, async () => links.push(await mailed(ana)), lower(30))
  const [link = ''] = links
  await inOneMoment(ana, () => server.request('POST', link), lower(40))
  expect(await settings(ana)).toMatchObject({
    payment_threshold: 40,
    paypal_email: 'first@pay.example',
    paypal_email_next: null,
  })
})

test('guessing passwords is limited here too', async ({ ana }) => {
  const statuses = await statusesOf(12, (tries) => ask(ana, 'ana@pay.example', `guess ${tries}`))
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
  expect(statuses.at(-1)).toBe(429)
  expect((await ask(ana, 'ana@pay.example')).status).toBe(429)
})
