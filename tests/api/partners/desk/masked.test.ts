import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  submitAllForms,
  readAllPages,
  idsOf,
  type DeskAnswer,
} from '#support/server/desk-addresses.ts'
import {
  accept,
  addCreator,
  ignore,
  remove,
  identifyingTexts,
  type Creator,
} from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

// Time limit for requesting every path of the desk many times.
const PATIENCE_MS = 60_000

let server: TestServer
let shop: Shop
let other: Shop
let desk: DeskVisitor
let strangers: DeskVisitor
let ana: Creator
let foreign: Creator

beforeAll(async () => {
  server = await createTestServer()
  shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
  other = await addShop(server, { name: 'Garden', key: 'garden' })
  desk = await enterDesk(server, shop.id)
  strangers = await enterDesk(server, other.id)
  ana = await addCreator(server, shop)
  foreign = await addCreator(server, other)
})
afterAll(() => server.stop())

/** Returns the responses that contain identifying text of these creators, with that text. */
const told = (seen: DeskAnswer[], ...people: Creator[]) =>
  seen.flatMap(({ path, text }) => {
    const found = people.flatMap(identifyingTexts).filter((trait) => text.includes(trait))
    return found.length > 0 ? [{ path, found }] : []
  })

const press = async ({ partner }: Creator, what: 'invite' | 'withdraw') =>
  expect((await desk.post(`/desk/partners/${partner}/${what}`)).status).toBe(303)

/** Steps that leave a creator masked for the brand. */
const MASKED: [what: string, steps: ((creator: Creator) => Promise<unknown>)[]][] = [
  ['was never asked', []],
  ['was asked', [(creator) => press(creator, 'invite')]],
  ['was asked and ignores it', [(creator) => press(creator, 'invite'), ignore]],
  [
    'was asked until it was taken back',
    [(creator) => press(creator, 'invite'), (creator) => press(creator, 'withdraw')],
  ],
  ['was connected', [(creator) => press(creator, 'invite'), accept, remove]],
  [
    'was connected and is asked again',
    [(creator) => press(creator, 'invite'), accept, remove, (creator) => press(creator, 'invite')],
  ],
]

describe('no byte of any screen, file or answer says who somebody is who', () => {
  test.each(MASKED)(
    '%s',
    async (_, steps) => {
      const creator = await addCreator(server, shop)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const step of steps) await step(creator)
      const ids = idsOf(creator)
      expect(told(await readAllPages(server, desk, ids), creator, ana, foreign)).toEqual([])
      const { clickId } = creator
      const answers = await submitAllForms(server, desk, { ids, clickId })
      expect(told(answers, creator, ana, foreign)).toEqual([])
      // Nor do the pages after submitting the forms contain such text.
      expect(told(await readAllPages(server, desk, ids), creator, ana, foreign)).toEqual([])
    },
    PATIENCE_MS,
  )
})

test(
  'whoever has accepted is named to that brand alone, and masked again afterwards (R-541, R-552, D-59)',
  async () => {
    const cleo = await addCreator(server, shop)
    await press(cleo, 'invite')
    await accept(cleo)
    const named = await readAllPages(server, desk, idsOf(cleo))
    const textOf = (wanted: string) => named.find(({ path }) => path === wanted)?.text
    for (const path of ['/desk/partners', '/desk/partners.csv'])
      expect(textOf(path)).toContain(`${cleo.first} ${cleo.last}`)
    expect(textOf('/desk/partners')).toContain(`/p/${cleo.slug}`)
    // Her order was placed before she accepted.
    expect(textOf('/desk/orders')).toContain(cleo.partner)
    expect(textOf('/desk/orders')).not.toContain(cleo.first)
    const { clickId } = cleo
    const all = [...named, ...(await submitAllForms(server, desk, { ids: idsOf(cleo), clickId }))]
    for (const { text } of all)
      for (const hidden of [cleo.email, cleo.uuid, cleo.shortCode, cleo.linkId])
        expect(text).not.toContain(hidden)
    expect(told(all, ana, foreign)).toEqual([])
    const elsewhere = [
      ...(await readAllPages(server, strangers, idsOf(cleo))),
      ...(await readAllPages(server, strangers, idsOf(foreign))),
      ...(await submitAllForms(server, strangers, { ids: idsOf(foreign), clickId })),
    ]
    expect(told(elsewhere, cleo, ana)).toEqual([])
    await remove(cleo)
    expect(told(await readAllPages(server, desk, idsOf(cleo)), cleo)).toEqual([])
  },
  PATIENCE_MS,
)

test('a name is text on every screen, whatever it is made of', async () => {
  const eve = await addCreator(server, shop)
  const evil = `"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>`
  const put = await eve.send('PUT', '/v2/my/profile/public/update_profile/', {
    first_name: evil,
    last_name: '\u202egnp.exe',
    contact_email: eve.email,
  })
  expect(put.status).toBe(200)
  const missed = await eve.send('POST', '/v1/bank/missing_sales/', {
    day: new Date().toISOString().slice(0, 10),
    shop: shop.name,
    order_number: `${evil}\u202e77`,
    note: evil,
  })
  expect(missed.status).toBe(201)
  await press(eve, 'invite')
  await accept(eve)
  const all = await readAllPages(server, desk, idsOf(eve))
  const pages = all.filter(({ path }) => !path.includes('.csv'))
  expect(pages.filter(({ text }) => text.includes('&lt;img src=x')).length).toBeGreaterThan(5)
  for (const { path, text } of pages) {
    const tags = /<img src=x|<\/textarea><script|<script|\u202e/.exec(text)?.[0]
    expect({ path, tags }).toEqual({ path, tags: undefined })
  }
})
