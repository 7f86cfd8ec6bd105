import { describe, expect, test } from 'vitest'
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
import { enterDesk } from '#support/server/desk.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { setName } from '#support/server/people.ts'

// Time limit for requesting every path of the desk many times.
const PATIENCE_MS = 60_000

const server = await startTestServer()
const shop = await addShop(server, { name: 'Kitchen', key: 'kitchen' })
const other = await addShop(server, { name: 'Garden', key: 'garden' })
const desk = await enterDesk(server, shop.id)
const strangers = await enterDesk(server, other.id)
const ana = await addCreator(server, shop)
const foreign = await addCreator(server, other)

/** Returns the responses that contain identifying text of these creators, with that text. */
const told = (seen: DeskAnswer[], ...people: Creator[]) =>
  seen.flatMap(({ path, text }) => {
    const found = people.flatMap(identifyingTexts).filter((trait) => text.includes(trait))
    return found.length > 0 ? [{ path, found }] : []
  })

const press = async ({ partner }: Creator, what: 'invite' | 'withdraw') =>
  expect((await desk.post(`/desk/partners/${partner}/${what}`)).status).toBe(303)
const invite = (creator: Creator) => press(creator, 'invite')
const withdraw = (creator: Creator) => press(creator, 'withdraw')

/** Steps that leave a creator masked for the brand. */
const MASKED: [what: string, steps: ((creator: Creator) => Promise<unknown>)[]][] = [
  ['was never asked', []],
  ['was asked', [invite]],
  ['was asked and ignores it', [invite, ignore]],
  ['was asked until the brand withdrew', [invite, withdraw]],
  ['was connected', [invite, accept, remove]],
  ['was connected and is asked again', [invite, accept, remove, invite]],
]

describe('no screen, file or answer identifies a creator who', () => {
  test.each(MASKED)(
    '%s',
    async (_, steps) => {
      const creator = await addCreator(server, shop)
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
  'a creator who accepted is named to that brand alone, and masked again after removing it (R-541, R-552, D-59)',
  async () => {
    const cleo = await addCreator(server, shop)
    await invite(cleo)
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

test('names are escaped on every screen', async () => {
  const eve = await addCreator(server, shop)
  const evil = `"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>`
  expect((await setName(eve, evil, '\u202egnp.exe')).status).toBe(200)
  const missed = await eve.send('POST', '/v1/bank/missing_sales/', {
    day: new Date().toISOString().slice(0, 10),
    shop: shop.name,
    order_number: `${evil}\u202e77`,
    note: evil,
  })
  expect(missed.status).toBe(201)
  await invite(eve)
  await accept(eve)
  const all = await readAllPages(server, desk, idsOf(eve))
  const pages = all.filter(({ path }) => !path.includes('.csv'))
  expect(pages.filter(({ text }) => text.includes('&lt;img src=x')).length).toBeGreaterThan(5)
  for (const { path, text } of pages) {
    const tags = /<img src=x|<\/textarea><script|<script|\u202e/.exec(text)?.[0]
    expect({ path, tags }).toEqual({ path, tags: undefined })
  }
})
