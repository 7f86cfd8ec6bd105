import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { V1 } from '#contract/app-constants.ts'
import { openClient } from '../../../../server/platform/db/client.ts'
import { runningEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { CONFIRM_EMAIL, waitForOutbox } from '../outbox.ts'
import type { RunningServer } from '../running-server.ts'
import { expect, type Person } from '../test.ts'

export const STAFF_PASSWORD = 'four quiet green lamps'

/** Invites an owner with the operator's program and returns the link. */
export async function inviteOwner(server: RunningServer, { uuid }: Person): Promise<string> {
  const email = `ben-${uuid}@staff.example`
  const printed = await server.operator('staff', 'invite', email, '--role', 'owner')
  return /http\S+/.exec(printed)?.[0] ?? ''
}

/** Returns the authenticator app for the key on the page of an invitation. */
export const appOf = async (page: Page) => {
  const key = await page.locator('code').first().innerText()
  return new TOTP({ secret: key.replaceAll(' ', '') })
}

/** Accepts an invitation as owner and opens the console. */
export async function enterConsole(page: Page, server: RunningServer, person: Person) {
  await page.goto(await inviteOwner(server, person))
  const code = (await appOf(page)).generate()
  await page.getByLabel('Your name', { exact: true }).fill('Ben Sample')
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Set up access' }).click()
  await page.getByRole('link', { name: 'Open the console' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
}

/** Confirms the email address of a person with the link that the server sends. */
async function confirmEmail(server: RunningServer, person: Person) {
  await person.send('GET', `${V1}/users/me/second-email-confirmation`)
  const link = await waitForOutbox(server, person.email, CONFIRM_EMAIL)
  const key = new URL(link).pathname.split('/').at(-1)
  const confirmed = await person.send('POST', `${V1}/users/me/email-confirmation`, { key })
  expect(confirmed.status()).toBe(200)
}

const keyOf = ({ uuid }: Person) => `pottery-${uuid}`
const contentOf = (person: Person) => `brands:
  - key: ${keyOf(person)}
    name: Sample Pottery
    website: https://${keyOf(person)}.example
    stores: [${keyOf(person)}.example]
    rate: 10
    creator_share: 100
    hold_days: 14
    min_hold_hours: 0
    pays: guaranteed
    click_param: kid
    postback_key: a-key-of-${keyOf(person)}
charities: [{ key: sea-rescue, name: Sea Rescue, text: Saves lives. }]
vendors: [{ key: sample-books, name: Sample Books }]
`

/**
 * Adds a brand and a creator with a donation that waits for a review, a held order and a call with
 * an unknown click. Orders directly after their click are held.
 */
export async function addMoney(server: RunningServer, person: Person): Promise<{ brand: string }> {
  const brand = keyOf(person)
  await server.applyContent(contentOf(person))
  const link = await person.addLink(`https://${brand}.example/bowl`)
  const visitor = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  const led = await fetch(link.split_url, { redirect: 'manual', headers: visitor })
  const clickId = new URL(led.headers.get('location') ?? '').searchParams.get('kid') ?? ''
  const tell = async (order: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-Postback-Key': `a-key-of-${brand}` }
    const body = JSON.stringify({ status: 'approved', ...order })
    return (await fetch(`${server.origin}/postback`, { method: 'POST', headers, body })).status
  }
  const order = (id: string) => ({
    click_id: clickId,
    order_id: `${id}-${brand}`,
    amount: '800.00',
  })
  await expect.poll(() => tell(order('first'))).toBe(200)
  expect(await tell(order('second'))).toBe(200)
  expect(await tell({ ...order('third'), click_id: crypto.randomUUID() })).toBe(404)
  const waiting = await server.operator('conversions', 'list', '--waiting')
  const [, id = ''] = new RegExp(`^(\\d+) .*first-${brand}`, 'm').exec(waiting) ?? []
  await server.operator('conversions', 'approve', id)
  const charities = await person.send('GET', `${V1}/shop/charity_organisations`)
  const { results } = (await charities.json()) as { results: { id: number; name: string }[] }
  const charity_id = results.find(({ name }) => name === 'Sea Rescue')?.id
  const request = { value: 25, charity_id, password: person.password }
  await confirmEmail(server, person)
  expect((await person.send('POST', `${V1}/shop/paypal/redeem`, request)).status()).toBe(201)
  return { brand }
}

type Query = (text: string, values?: unknown[]) => Promise<{ id: string }[]>

/** Runs statements on the database of a server. */
async function onDatabase({ dataDir }: RunningServer, work: (query: Query) => Promise<unknown>) {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('The database is not running')
  const client = openClient(address)
  await client.connect()
  try {
    await work(async (text, values) => (await client.query<{ id: string }>(text, values)).rows)
  } finally {
    await client.end()
  }
}

/** Forgets the attempts of earlier tests, which all come from one address. */
export const resetLimits = (server: RunningServer) =>
  onDatabase(server, (query) => query('delete from throttle'))

/**
 * Adds a job that has failed after all attempts. It is queued for later, so that no worker takes it
 * before it counts as failed.
 */
export const addFailedJob = (server: RunningServer) =>
  onDatabase(server, async (query) => {
    const [job] = await query(
      `select id from graphile_worker.add_job('tools-mail',
        json_build_object('userId', gen_random_uuid()), run_at := now() + interval '1 hour')`,
    )
    await query(
      `update graphile_worker._private_jobs set attempts = max_attempts,
        last_error = 'The mail server refused', run_at = now() where id = $1`,
      [job?.id],
    )
  })
