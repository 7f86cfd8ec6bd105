import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { UserSettings } from '#contract/session.ts'
import { notifyClicks, notifyHealth } from '../../../../server/people/activity/activity.ts'
import { addShop, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '#support/server/hosts/mail-server.ts'
import { countVisitors, texts } from '#support/server/activity.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { confirmsSignInAddress } from '#support/server/links/outbox.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let post: MailServer
let server: TestServer
let shop: Shop
beforeAll(async () => {
  post = await startMailServer()
  server = await createTestServer({ smtpUrl: post.url })
  await server.deps.jobs.start()
  shop = await addShop(server)
})
afterAll(async () => {
  await server.stop()
  await post.stop()
})

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
  ((await (await ana.send('GET', '/v1/users/me/settings')).json()) as UserSettings).notifications

/** Reports an order through the shop's API. */
async function sale(ana: Person, amount = '100') {
  const { clickId } = await selling(server, shop, ana)
  const answer = await tell(server, shop, { click_id: clickId, order_id: randomUUID(), amount })
  expect(answer.status).toBe(200)
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

test('a commission is one letter, with where it can be looked at and how mails are stopped', async () => {
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
])('who has switched %s off gets none', async (_what, wishes) => {
  const ana = await reader(wishes)
  await sale(ana)
  expect(await texts(ana)).toHaveLength(1)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toEqual([])
})

test.each<[string, Wishes, (ana: Person) => Promise<void>]>([
  [
    'clicks',
    { clicks: false },
    async (ana) =>
      countVisitors(server, await addLink(server, { userId: ana.uuid, name: 'Hats' }), 1),
  ],
  [
    'everything else',
    { special: false },
    async (ana) => {
      const link = await addLink(server, { userId: ana.uuid, name: 'Hats' })
      await server.deps.db.transaction((tx) => notifyHealth(tx, link, 'gone', new Date()))
    },
  ],
])(
  'of %s, who has switched them off gets no letter, only an entry',
  async (_kind, wishes, happens) => {
    const [ana, ben] = [await reader(wishes), await reader()]
    await happens(ana)
    await happens(ben)
    await letterTo(ben)
    await nothingWaits(ana)
    expect(await texts(ana)).toHaveLength(1)
    expect(lettersTo(ana)).toEqual([])
  },
)

test('a kind that is off leaves the others on', async () => {
  const ana = await reader({ commission: false })
  const link = await addLink(server, { userId: ana.uuid, name: 'Hats' })
  await countVisitors(server, link, 1)
  expect((await letterTo(ana)).subject).toBe('Hats got its first click.')
})

test('a mailbox that nobody has confirmed gets none: it may be anybody’s', async () => {
  const ana = await signUp(server)
  await sale(ana)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toEqual([])
})

test('what happens within an hour waits for one letter, and what was read in the app is left out', async () => {
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
  expect(letter.subject).toBe('2 things are new on Split')
  expect(letter.text?.match(/earned you \S+/g)).toEqual(['earned you $5.00.', 'earned you $4.00.'])
})

test('what was begun before a letter and committed after it is in the next one', async () => {
  const { db, sql } = server.deps
  const [first, second] = [await reader(), await reader()]
  // Mails are requested in the order of user ids. Another transaction locks the first user's
  // request, so the second user's waits.
  const [held, ana] = first.uuid < second.uuid ? [first, second] : [second, first]
  const linkOf = ({ uuid }: Person) => addLink(server, { userId: uuid, name: 'Hats' })
  const [theirs, hers] = [await linkOf(held), await linkOf(ana)]
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
  const before = await letterTo(ana)
  expect(before.text).not.toContain('first click')
  begun.emit('free')
  await Promise.all([holder, late])

  await hourLater(ana)
  expect((await letterTo(ana, 2)).subject).toBe('Hats got its first click.')
})

test('one click of the mail program stops them, from anywhere and without a cookie', async () => {
  const ana = await reader()
  await sale(ana)
  const off = /\/mail\/off\/[^>]*/.exec(header(await letterTo(ana), 'list-unsubscribe') ?? '')?.[0]
  const path = off ?? ''
  // Opening the link, as mail scanners do, changes nothing.
  const page = await server.request('GET', path)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Stop these mails?'),
  ])
  expect((await wishesOf(ana)).email).toBe(true)
  const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const form = { 'List-Unsubscribe': 'One-Click' }
  const stopped = await server.request('POST', path, { form, headers })
  expect(stopped.status).toBe(200)
  expect(await wishesOf(ana)).toMatchObject({ email: false, commission: true, push: true })
  expect((await server.request('POST', path, { form })).status).toBe(200)
  await sale(ana)
  await nothingWaits(ana)
  expect(lettersTo(ana)).toHaveLength(1)
})

test('a key of somebody else stops nothing of theirs', async () => {
  const [ana, eve] = [await reader(), await reader()]
  await sale(eve)
  const [, mac] = /\/mail\/off\/[\w-]+\.([\w-]+)/.exec((await letterTo(eve)).text ?? '') ?? []
  for (const key of [
    `${ana.uuid}.${mac}`,
    ana.uuid,
    `${ana.uuid}.`,
    'x',
    `${'x'.repeat(3000)}.y`,
  ]) {
    expect((await server.request('POST', `/mail/off/${key}`)).status).toBe(404)
    expect((await server.request('GET', `/mail/off/${key}`)).status).toBe(404)
  }
  expect((await wishesOf(ana)).email).toBe(true)
})
