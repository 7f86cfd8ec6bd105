import { beforeEach, expect, test } from 'vitest'
import { addLink } from '#support/server/links.ts'
import { DAY, lampRates, terms } from '#support/server/money/lamp-rates.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

let ana: Person
const server = await startTestServer({ jobs: true })
const { apply, toldOf, paid, passDays } = lampRates(server)

beforeEach(async () => {
  await server.deps.sql`delete from brands`
  ana = await signUp(server)
  await apply(terms(10))
  await addLink(ana, 'https://lamps.example/a')
})

/** Returns a content file with the brand's rate of 10 % and special rates. */
const withRates = (...rates: string[]) => terms(10, 80, `, rates: [${rates.join(', ')}]`)
const bulbs = (rate: number) => `{ category: Bulbs, rate: ${rate} }`
/** Returns a content file with a lower base rate and a rate of bulbs. */
const withLowBase = (rate: number) => terms(5, 80, `, rates: [${bulbs(rate)}]`)
const newBulbs = (rate: number) => `{ category: Bulbs, new_customers: true, rate: ${rate} }`
const newCustomers = (rate: number) => `{ new_customers: true, rate: ${rate} }`
/** Returns the percentages of sales of bulbs to other and to new customers. */
const bulbsPaid = async (days: number) => [
  await paid('Bulbs', false, days),
  await paid('Bulbs', true, days),
]
/** Returns the two newest notifications in alphabetical order. */
const newestTwo = async () => (await toldOf(ana)).slice(0, 2).toSorted()
/** Matches the announcement of a lower rate. */
const cut = (sales: string, before: number, after: number): unknown =>
  expect.stringMatching(
    `^Lamps will pay ${after}% of ${sales} instead of ${before}% from ${DAY}\\.$`,
  )
const BULBS = 'a sale of Bulbs'
const NEW_BULBS = 'a sale of Bulbs to first-time customers'

test.each([
  { known: [bulbs(15)] },
  { known: [newCustomers(15)] },
  { known: [bulbs(15), newCustomers(20)] },
])('a new narrow rate is compared with what its sales pay: $known', async ({ known }) => {
  await apply(withRates(...known))
  expect(await apply(withRates(newBulbs(12.5)))).toMatch(
    /\(Bulbs, new customers\) 12% -> 10%, from/,
  )
  expect(await paid('Bulbs', true, 6)).toBe(12)
  expect(await paid('Bulbs', true, 8)).toBe(10)
  expect(await toldOf(ana)).toEqual([cut(NEW_BULBS, 12, 10)])
})

test('a narrow rate that is higher than what its sales pay starts at once', async () => {
  await apply(withRates(bulbs(5)))
  await passDays(7)
  expect(await apply(withRates(newBulbs(7.5)))).toContain('(Bulbs, new customers) 4% -> 6%\n')
  expect(await bulbsPaid(0)).toEqual([4, 6])
  expect(await toldOf(ana)).toEqual([cut(BULBS, 8, 4)])
})

test('a category rate that lowers the rate of new customers waits for seven days', async () => {
  await apply(withRates(newCustomers(20)))
  expect(await apply(withRates(bulbs(15)))).toMatch(/\(Bulbs\) 16% -> 12%, from/)
  expect(await bulbsPaid(6)).toEqual([8, 16])
  expect(await bulbsPaid(8)).toEqual([12, 12])
  expect(await toldOf(ana)).toEqual([cut(NEW_BULBS, 16, 12)])
})

test('notices of a category rate tell apart new and other customers who pay differently', async () => {
  await apply(withRates(newCustomers(20)))
  await apply(withRates(bulbs(5)))
  expect(await bulbsPaid(6)).toEqual([8, 16])
  expect(await bulbsPaid(8)).toEqual([4, 4])
  expect(await newestTwo()).toEqual([cut(BULBS, 8, 4), cut(NEW_BULBS, 16, 4)])

  await apply(withRates(bulbs(15)))
  expect(await bulbsPaid(6)).toEqual([8, 16])
  expect(await bulbsPaid(8)).toEqual([12, 12])
  expect(await newestTwo()).toEqual([
    'Lamps keeps paying 8% of a sale of Bulbs. The announced change was cancelled.',
    cut(NEW_BULBS, 16, 12),
  ])

  await apply(withRates(bulbs(20)))
  expect(await bulbsPaid(0)).toEqual([16, 16])
  expect(await newestTwo()).toEqual([
    `Lamps keeps paying 16% of ${NEW_BULBS}. The announced change was cancelled.`,
    'Lamps now pays 16% of a sale of Bulbs instead of 8%. The announced change was cancelled.',
  ])
})

test('a category rate does not change that of new customers in the category', async () => {
  await apply(withRates(newBulbs(20)))
  expect(await apply(withRates(bulbs(15)))).toContain('commission (Bulbs) 8% -> 12%\n')
  expect(await bulbsPaid(0)).toEqual([12, 16])
  expect(await toldOf(ana)).toEqual([])
})

test('a lower base rate is announced also for sales that fall back to it', async () => {
  await apply(withRates(newCustomers(15)))
  await apply(terms(5))
  expect(await bulbsPaid(6)).toEqual([8, 12])
  expect(await bulbsPaid(8)).toEqual([4, 12])
  expect(await toldOf(ana)).toEqual([cut('a sale', 8, 4)])
})

test('a higher category rate starts at once while a lower base rate is announced', async () => {
  await apply(terms(5))
  await apply(withLowBase(12.5))
  expect(await bulbsPaid(0)).toEqual([10, 10])
  expect(await bulbsPaid(8)).toEqual([10, 10])
  expect(await toldOf(ana)).toEqual([cut('a sale', 8, 4)])
})

test('a cancelled category cut keeps its rate when the base rate is lowered', async () => {
  await apply(withLowBase(7.5))
  expect(await apply(withLowBase(10))).toContain(
    '(Bulbs) stays at 8%: the announced lower rate is cancelled',
  )
  expect((await toldOf(ana))[0]).toBe(
    'Lamps keeps paying 8% of a sale of Bulbs. The announced change was cancelled.',
  )
  expect(await paid('', false, 8)).toBe(4)
  expect(await bulbsPaid(8)).toEqual([8, 8])
  expect(await apply(withLowBase(10))).toBe('Nothing to change.')
})

test('rates of one file are compared with those before it, not with each other', async () => {
  const rates = [bulbs(10), newBulbs(12.5), newCustomers(20)]
  await apply(terms(15, 80, `, rates: [${rates.join(', ')}]`))
  expect([await paid('', false, 0), await paid('', true, 0)]).toEqual([12, 16])
  expect(await bulbsPaid(0)).toEqual([8, 10])
  expect(await bulbsPaid(8)).toEqual([8, 10])
  expect(await toldOf(ana)).toEqual([])
})

test('all rates of a new brand start at once', async () => {
  await server.deps.sql`delete from brands`
  const output = await apply(withRates(bulbs(5), newCustomers(20)))
  expect(output).not.toContain('creators are told')
  expect([await paid('', false, 0), await paid('', true, 0)]).toEqual([8, 16])
  expect(await bulbsPaid(0)).toEqual([4, 4])
})
