import { beforeEach, expect, test } from 'vitest'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { addLink, changes, readLink, search } from '#support/server/links.ts'
import { DAY, lampRates, terms } from '#support/server/money/lamp-rates.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

let ana: Person
let bea: Person
const server = await startTestServer({ jobs: true })
const { apply, toldOf, paid, passDays } = lampRates(server)

beforeEach(async () => {
  await server.deps.sql`delete from brands`
  ana = await signUp(server)
  bea = await signUp(server)
  await apply(terms(10))
})

const today = async () =>
  (await server.deps.sql`select commission_basis_points as bp from brands`)[0]?.['bp']
const percentages = async (person: Person) =>
  (await search(person)).results.map((link) => link.commission_percentage)
const runCalendar = async () => {
  await server.deps.jobs.add(server.deps.db, 'brand-rates', {})
  await allJobsDone(server)
}

test('a higher rate applies at once and is shown on links (R-149)', async () => {
  const link = await addLink(ana, 'https://lamps.example/a')
  expect(await percentages(ana)).toEqual([8])
  const { cursor } = await search(ana)
  expect(await apply(terms(12.5))).toContain('commission 8% -> 10%\n')
  expect(await percentages(ana)).toEqual([10])
  const { results } = await changes(ana, cursor)
  expect(results.map(({ uuid }) => uuid)).toEqual([link.uuid])
})

test('a lower rate starts seven days after its announcement to creators with links', async () => {
  await addLink(ana, 'https://lamps.example/a')
  await addLink(bea, 'https://other.example/b')
  expect(await apply(terms(5))).toMatch(/commission 8% -> 4%, from \w+ \d+, \d{4} on; creators/)
  expect(await percentages(ana)).toEqual([8])
  expect(await toldOf(ana)).toEqual([
    expect.stringMatching(/^Lamps will pay 4% of a sale instead of 8% from \w+ \d+, \d{4}\.$/),
  ])
  expect(await toldOf(bea)).toEqual([])

  expect(await apply(terms(5))).toBe('Nothing to change.')
  await passDays(6)
  await runCalendar()
  expect(await today()).toBe(800)
  await passDays(1)
  const { cursor } = await search(ana)
  await runCalendar()
  expect(await percentages(ana)).toEqual([4])
  expect((await changes(ana, cursor)).results).toHaveLength(1)
  const rates = await server.deps.sql`select rate_basis_points as r from brand_rates order by id`
  expect(rates).toEqual([{ r: 1000 }, { r: 500 }])
})

test('a cancelled lower rate does not start, and creators are notified', async () => {
  await addLink(ana, 'https://lamps.example/a')
  await apply(terms(5))
  expect(await apply(terms(10))).toContain('stays at 8%: the announced lower rate is cancelled')
  await passDays(30)
  await runCalendar()
  expect(await today()).toBe(800)
  expect((await toldOf(ana))[0]).toBe(
    'Lamps keeps paying 8% of a sale. The announced change was cancelled.',
  )
})

test('a lower category rate is announced, unless the creator’s share makes up for it', async () => {
  await addLink(ana, 'https://lamps.example/a')
  const goods = ', rates: [{ category: Bulbs, rate: 5 }, { new_customers: true, rate: 20 }]'
  const said = await apply(terms(10, 80, goods))
  expect(said).toMatch(/commission \(Bulbs\) 8% -> 4%, from/)
  expect(said).toContain('commission (new customers) 8% -> 16%\n')
  expect(await toldOf(ana)).toEqual([
    expect.stringMatching(`^Lamps will pay 4% of a sale of Bulbs instead of 8% from ${DAY}\\.$`),
  ])
  expect(await toldOf(bea)).toEqual([])
  expect(await apply(terms(10, 80, goods))).toBe('Nothing to change.')
  expect(await toldOf(ana)).toHaveLength(1)
  // The commission is 8% before and after.
  expect(await apply(terms(20, 40))).toContain('commission 8% -> 8%\n')
  expect(await today()).toBe(800)
})

/** Rates of a category, and of the same category for new customers. */
const bulbs = (rate: number) =>
  `, rates: [{ category: Bulbs, rate: ${rate} }, { category: Bulbs, new_customers: true, rate: ${rate} }]`
/** Returns the kinds of sales in the notifications that match. */
const salesIn = async (said: RegExp) =>
  new Set((await toldOf(ana)).flatMap((text) => said.exec(text)?.[1] ?? []))

test('lower rates of several kinds of sales are announced and cancelled separately', async () => {
  await addLink(ana, 'https://lamps.example/a')
  await apply(terms(10, 80, bulbs(10)))
  expect(await toldOf(ana)).toEqual([])
  // All rates change to the same percentage at the same time.
  await apply(terms(5, 80, bulbs(5)))
  const sales = new Set(['a sale', 'a sale of Bulbs', 'a sale of Bulbs to first-time customers'])
  expect(await salesIn(/will pay 4% of (.*) instead of 8%/)).toEqual(sales)
  await apply(terms(10, 80, bulbs(10)))
  expect(await salesIn(/keeps paying 8% of (.*)\. The announced change was cancelled/)).toEqual(
    sales,
  )
  expect(await toldOf(ana)).toHaveLength(6)
})

test('a lower rate that is replaced by a higher one is cancelled, and creators are notified', async () => {
  await addLink(ana, 'https://lamps.example/a')
  await apply(terms(5))
  const said = await apply(terms(12.5))
  expect(said).toContain('commission 8% -> 10%: the announced lower rate is cancelled\n')
  expect(await percentages(ana)).toEqual([10])
  expect(await paid('', false, 30)).toBe(10)
  expect((await toldOf(ana))[0]).toBe(
    'Lamps now pays 10% of a sale instead of 8%. The announced change was cancelled.',
  )
  expect(await toldOf(bea)).toEqual([])
})

test.each([
  { kind: 'smaller', rate: 7.5, percentage: 6 },
  { kind: 'larger', rate: 2.5, percentage: 2 },
])('a $kind cut replaces an announced one and starts a notice of its own', async (next) => {
  await addLink(ana, 'https://lamps.example/a')
  await apply(terms(5))
  await passDays(3)
  await apply(terms(next.rate))
  expect(await paid('', false, 6)).toBe(8)
  expect(await paid('', false, 8)).toBe(next.percentage)
  const [row] = await server.deps.sql<[{ day: string }]>`
    select to_char(max(starts_at) at time zone 'UTC', 'FMMonth FMDD, YYYY') as day from brand_rates`
  expect((await toldOf(ana))[0]).toBe(
    `Lamps will pay ${next.percentage}% of a sale instead of 8% from ${row.day}.`,
  )
})

test('an announced rate that is applied again keeps its start', async () => {
  await addLink(ana, 'https://lamps.example/a')
  await apply(terms(5))
  await passDays(3)
  expect(await apply(terms(5))).toBe('Nothing to change.')
  expect(await paid('', false, 5)).toBe(4)
  expect(await toldOf(ana)).toHaveLength(1)
})

test('half a basis point is rounded to even (D-44)', async () => {
  await apply(terms(12.5, 66.04)) // 8.255 %
  expect(await today()).toBe(826)
  await apply(terms(12.5, 66.12)) // 8.265 %
  expect(await today()).toBe(826)
  const link = await addLink(ana, 'https://lamps.example/a')
  expect((await readLink(ana, link)).commission_percentage).toBe(8.26)
})
