import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { UserSettings } from '#contract/people/session.ts'
import { notifyClicks, notifyHealth } from '../../../../server/people/activity/activity.ts'
import { addShop, selling, tell, newOrder } from '#support/server/money/conversions.ts'
import { startMailServer, type ReceivedMail } from '#support/server/hosts/mail-server.ts'
import { countVisitors, texts } from '#support/server/activity.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { confirmsSignInAddress } from '#support/server/links/outbox.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const post = await forThisFile(startMailServer())
const server = await startTestServer({ jobs: true, smtpUrl: post.url })
const shop = await addShop(server)

type Wishes = Partial<UserSettings['notifications']>

/** Creates a user with a confirmed email. */
async function reader(wishes?: Wishes): Promise<Person> {
  const ana = await signUp(server)
  await server.deps.sql`update users set email_confirmed_at = now() where id = ${ana.uuid}`
  if (wishes) await wish(ana, wishes)
  return ana
}

const wish = (ana: Person, notifications: Wishes) =>
  ana.send('POST', '/v1/users/me/settings', { notifications })
const wishesOf = async (ana: Person) =>
  (await ana.get<UserSettings>('/v1/users/me/settings')).notifications

/** Reports an order through the shop's API. */
async function sale(ana: Person, amount = '100') {
  const { clickId } = await selling(server, shop, ana)
  expect((await tell(server, shop, newOrder(clickId, { amount }))).status).toBe(200)
}

/** Returns the mails to a person, without the confirmation that each new account gets. */
const lettersTo = ({ email }: Person) =>
  post.arrived.filter(({ rcptTo, text }) => rcptTo.includes(email) && !confirmsSignInAddress(text))

async function letterTo(ana: Person, count = 1): Promise<ReceivedMail> {
  await vi.waitFor(() => expect(lettersTo(ana)).toHaveLength(count), { timeout: 20_000 })
  const letter = lettersTo(ana).at(-1)
  if (!letter) throw new Error('no letter')
  return letter
}

/** Waits until no mail job for the user is due. */
async function nothingWaits(ana: Person) {
  const waiting = () => server.deps.sql`
    select 1 from graphile_worker._private_jobs
    where payload ->> 'userId' = ${ana.uuid} and run_at <= now()`
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000 })
}

const hurry = (ana: Person) => server.deps.sql`
  update graphile_worker._private_jobs set run_at = now()
  where payload ->> 'userId' = ${ana.uuid} and task_id in (
    select id from graphile_worker._private_tasks where identifier = 'activity-mail')`

async function hourLater(ana: Person) {
  await server.deps.sql`
    update activity_letters set sent_at = now() - interval '1 hour' where user_id = ${ana.uuid}`
  await hurry(ana)
}

const header = (letter: ReceivedMail, key: string) =>
  letter.headers.find((one) => one.key === key)?.value

test('a commission is mailed with its address and a link to unsubscribe', async () => {
  const ana = await reader()
  await sale(ana)
  const letter = await letterTo(ana)
  expect(letter.subject).toBe('Lamp earned you $10.00. It is pending.')
  expect(letter.text).toContain('Lamp earned you $10.00. It is pending.')
  const { appOrigin } = server.deps.config
  expect(letter.text).toMatch(/Open Split:\n\S+\/wallet\/pending-earnings\?earning=\d+\n/)
  const off = /<(.*)>/.exec(header(letter, 'list-unsubscribe') ?? '')?.[1] ?? ''
  expect(off.startsWith(`${appOrigin}/mail/off/`)).toBe(true)
  expect(header(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(letter.text).toContain(off)
})

test.each<[string, Wishes]>([
  ['mail', { email: false }],
  ['this kind', { commission: false }],
])('a user who switched off %s gets no mail', async (_what, wishes) => {
  const ana = await reader(wishes)
  await sale(ana)
  expect(await texts(ana)).toHaveLength(1)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toEqual([])
})

const hatsOf = ({ uuid }: Person) => addLink(server, { userId: uuid, name: 'Hats' })
const getClick = async (ana: Person) => countVisitors(server, await hatsOf(ana), 1)
async function loseTarget(ana: Person) {
  const link = await hatsOf(ana)
  await server.deps.db.transaction((tx) => notifyHealth(tx, link, 'gone', new Date()))
}

test.each<[string, Wishes, (ana: Person) => Promise<void>]>([
  ['clicks', { clicks: false }, getClick],
  ['everything else', { special: false }, loseTarget],
])('a user who switched off mails about %s gets only an entry', async (_, wishes, happens) => {
  const [ana, ben] = [await reader(wishes), await reader()]
  await happens(ana)
  await happens(ben)
  await letterTo(ben)
  await nothingWaits(ana)
  expect(await texts(ana)).toHaveLength(1)
  expect(lettersTo(ana)).toEqual([])
})

test('switching off one kind keeps the others', async () => {
  const ana = await reader({ commission: false })
  await getClick(ana)
  expect((await letterTo(ana)).subject).toBe('Hats got its first click.')
})

test('an unconfirmed address gets no mails', async () => {
  const ana = await signUp(server)
  await sale(ana)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toEqual([])
})

test('events within an hour are collected in one mail, without those read in the app', async () => {
  const ana = await reader()
  await sale(ana)
  await letterTo(ana)
  await sale(ana, '20')
  await sale(ana, '30')
  await ana.send('DELETE', '/v1/activity/unreads')
  await sale(ana, '40')
  await sale(ana, '50')
  await nothingWaits(ana)
  expect(lettersTo(ana)).toHaveLength(1)
  // Further requests within the hour do not send a mail earlier.
  await hurry(ana)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toHaveLength(1)
  await hourLater(ana)
  const letter = await letterTo(ana, 2)
  expect(letter.subject).toBe('2 new notifications on Split')
  expect(letter.text?.match(/earned you \S+/g)).toEqual(['earned you $5.00.', 'earned you $4.00.'])
})

test('an event that commits after a mail is in the next one', async () => {
  const { db, sql } = server.deps
  const [first, second] = [await reader(), await reader()]
  // Mails are requested in the order of user ids. Another transaction locks the first user's
  // request, so the second user's waits.
  const [held, ana] = first.uuid < second.uuid ? [first, second] : [second, first]
  const [theirs, hers] = [await hatsOf(held), await hatsOf(ana)]
  const begun = new EventEmitter()
  const [isHeld, isFree] = [once(begun, 'held'), once(begun, 'free')]
  const holder = db.transaction(async (tx) => {
    await notifyHealth(tx, theirs, 'gone', new Date())
    begun.emit('held')
    await isFree
  })
  await isHeld
  const late = db.transaction((tx) =>
    notifyClicks(
      tx,
      [hers, theirs].map((link) => ({ ...link, clicks: 1 })),
    ),
  )
  const stuck = () => sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await stuck()).toHaveLength(1), { timeout: 20_000 })
  await db.transaction((tx) => notifyHealth(tx, hers, 'gone', new Date()))
  expect((await letterTo(ana)).text).not.toContain('first click')
  begun.emit('free')
  await Promise.all([holder, late])

  await hourLater(ana)
  expect((await letterTo(ana, 2)).subject).toBe('Hats got its first click.')
})

test('a mail program can unsubscribe with one request, without a cookie', async () => {
  const ana = await reader()
  await sale(ana)
  const off = /\/mail\/off\/[^>]*/.exec(header(await letterTo(ana), 'list-unsubscribe') ?? '')?.[0]
  const path = off ?? ''
  // Opening the link, as mail scanners do, changes nothing.
  const page = await server.request('GET', path)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Stop these emails?')
  expect((await wishesOf(ana)).email).toBe(true)
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const form = { 'List-Unsubscribe': 'One-Click' }
  expect((await server.request('POST', path, { form, headers })).status).toBe(200)
  expect(await wishesOf(ana)).toMatchObject({ email: false, commission: true, push: true })
  expect((await server.request('POST', path, { form })).status).toBe(200)
  await sale(ana)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toHaveLength(1)
})

test('forged unsubscribe links do nothing', async () => {
  const [ana, eve] = [await reader(), await reader()]
  await sale(eve)
  const [, mac] = /\/mail\/off\/[\w-]+\.([\w-]+)/.exec((await letterTo(eve)).text ?? '') ?? []
  const forged = [`${ana.uuid}.${mac}`, ana.uuid, `${ana.uuid}.`, 'x', `${'x'.repeat(3000)}.y`]
  for (const key of forged)
    for (const method of ['POST', 'GET'])
      expect((await server.request(method, `/mail/off/${key}`)).status).toBe(404)
  expect((await wishesOf(ana)).email).toBe(true)
})
