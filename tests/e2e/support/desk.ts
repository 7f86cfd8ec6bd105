import { V2 } from '#contract/app-constants.ts'
import type { RunningServer } from './running-server.ts'
import { expect, type Person } from './test.ts'

/** Number of a partner in the text of a page, in which the next word may follow without a space. */
export const PARTNER_NUMBER = /P-[0-9A-Z]{8}/

/** Returns a brand key for this test only. The server keeps the brands of other tests. */
const keyOf = ({ uuid }: Person) => `bakery-${uuid}`
const contentOf = (person: Person) => `brands:
  - key: ${keyOf(person)}
    name: Sample Bakery
    website: https://${keyOf(person)}.example
    stores: [${keyOf(person)}.example]
    rate: 10
    creator_share: 100
    click_param: kid
    postback_key: a-key-of-${keyOf(person)}
campaigns:
  - { key: bread-${person.uuid}, brand: ${keyOf(person)}, name: Bread Week, text: Show one loaf. }
`
const STRANGER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Creates a brand with a campaign and returns the one-time link that opens its desk. */
export async function openDesk(server: RunningServer, person: Person): Promise<string> {
  await server.applyContent(contentOf(person))
  const printed = await server.operator('brand-link', keyOf(person))
  return /http\S+/.exec(printed)?.[0] ?? ''
}

/** Returns a one-time link to that desk for an owner with this address. */
export async function linkForOwner(server: RunningServer, person: Person, email: string) {
  const printed = await server.operator('brand-link', keyOf(person), '--mail', email)
  return /http\S+/.exec(printed)?.[0] ?? ''
}

/**
 * Sets the name of the creator (Ana Example), reports an order after a click on her link, and sends
 * her report of a missing sale (order B-77). Returns the click id.
 */
export async function sell(server: RunningServer, person: Person) {
  const names = { first_name: 'Ana', last_name: 'Example', contact_email: person.email }
  const named = await person.send('PUT', `${V2}/profile/public/update_profile/`, names)
  expect(named.status()).toBe(200)
  const link = await person.addLink(`https://${keyOf(person)}.example/bread`)
  const headers = { 'User-Agent': STRANGER }
  const led = await fetch(link.split_url, { redirect: 'manual', headers })
  const clickId = new URL(led.headers.get('location') ?? '').searchParams.get('kid')
  const told = () =>
    fetch(`${server.origin}/postback`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Postback-Key': `a-key-of-${keyOf(person)}`,
      },
      body: JSON.stringify({ click_id: clickId, order_id: person.uuid, amount: '80.00' }),
    }).then(({ status }) => status)
  await expect.poll(told).toBe(200)
  const missed = await person.send('POST', '/v1/bank/missing_sales/', {
    day: new Date().toISOString().slice(0, 10),
    shop: `${keyOf(person)}.example`,
    order_number: 'B-77',
    note: '',
  })
  expect(missed.status()).toBe(201)
  return clickId ?? ''
}

/** Accepts the invitation through the API, as the creator's app does. */
export async function accept(person: Person) {
  const asked = await person.send('GET', `${V2}/unmasking/invitations/`)
  const { results } = (await asked.json()) as { results: { id: number }[] }
  const path = `${V2}/unmasking/invitations/${results[0]?.id}/accept/`
  expect((await person.send('PUT', path)).status()).toBe(200)
}
