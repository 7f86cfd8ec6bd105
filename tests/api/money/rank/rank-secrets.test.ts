import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { RANK_GROUP_LIMITS, type Rank } from '#contract/money/rank.ts'
import { addShop, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { createDice, type Dice } from '#support/server/money/dice.ts'
import { passDay, readRank } from '#support/server/money/ranking.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

/**
 * One of two servers that differ only in what one person has earned, within one step. An observer
 * who sees the same on both cannot learn the sum more precisely than the step.
 */
type World = { server: TestServer; shop: Shop; earned: Map<Person, number> }
const worlds = await Promise.all(
  [1, 2].map(async () => {
    const server = await createTestServer()
    return { server, shop: await addShop(server), earned: new Map<Person, number>() }
  }),
)
afterAll(() => Promise.all(worlds.map(({ server }) => server.stop())))

/**
 * Sells until the person has earned `cents` in total. Does nothing if the person already has more.
 */
async function earnUpTo({ server, shop, earned }: World, person: Person, cents: number) {
  const missing = cents - (earned.get(person) ?? 0)
  if (missing <= 0) return
  const { clickId } = await selling(server, shop, person)
  // The commission is ten percent.
  const amount = (missing / 10).toFixed(2)
  const order = { click_id: clickId, order_id: randomUUID(), amount, status: 'approved' }
  const told = await tell(server, shop, order)
  expect({ told, earned: told.body.commission }).toMatchObject({
    told: { status: 200 },
    earned: missing / 100,
  })
  earned.set(person, cents)
}

const edgeCents = [1, ...RANK_GROUP_LIMITS.slice(0, 8).map((dollars) => dollars * 100)]
const stepOf = (n: number): [low: number, high: number] => [
  edgeCents[n] ?? 0,
  (edgeCents[n + 1] ?? 0) - 1,
]

test('a step is at least ten dollars wide, and at least as wide as its lower end', () => {
  RANK_GROUP_LIMITS.forEach((edge, n) => {
    const width = edge - (RANK_GROUP_LIMITS[n - 1] ?? 0)
    expect(width).toBeGreaterThanOrEqual(Math.max(10, RANK_GROUP_LIMITS[n - 1] ?? 0))
  })
})

/** Returns the visible rank without its time. */
async function look(person: Person) {
  const { rank, total, percentile, earned, next_rank_gap }: Partial<Rank> = await readRank(person)
  return { rank, total, percentile, earned, next_rank_gap }
}

/** Sums that an attacker would try: at the limits of the step, in its middle, or anywhere in it. */
const aims = ([low, high]: [number, number], dice: Dice) =>
  dice.of([low, low + 1, Math.floor((low + high) / 2), high, low + dice.below(high - low + 1)])

function one(people: Person[], n: number): Person {
  const person = people[n]
  if (!person) throw new Error('nobody')
  return person
}

test.each([1, 2, 3])(
  'attackers who earn and look cannot narrow down a sum beyond its step: game %i (D-53)',
  async (seed) => {
    const dice = createDice(seed)
    const people = await Promise.all(
      worlds.map(({ server }) => Promise.all([1, 2, 3, 4].map(() => signUp(server)))),
    )
    const inBoth = <T>(act: (world: World, people: Person[], n: number) => Promise<T>) =>
      Promise.all(worlds.map((world, n) => act(world, people[n] ?? [], n)))
    const places = new Set<number | undefined>()
    let step = 0
    for (let day = 0; day < 8; day += 1) {
      step = Math.min(step + dice.below(3), edgeCents.length - 2)
      const [low, high] = stepOf(step)
      // Others see on which day this person overtakes, but not by how much.
      await inBoth((world, people, n) => earnUpTo(world, one(people, 0), n === 0 ? low : high))
      for (let turn = 0; turn < 3; turn += 1) {
        const who = 1 + dice.below(3)
        const aim = aims([low, high], dice)
        await inBoth((world, all) => earnUpTo(world, one(all, who), aim))
        const [here, there] = await inBoth((_, all) => Promise.all(all.slice(1).map(look)))
        expect({ day, seen: here }).toEqual({ day, seen: there })
        here?.forEach(({ rank }) => places.add(rank))
        if (turn === 1) await inBoth(({ server }) => passDay(server))
      }
    }
    // The ranks did change, so the comparison means something.
    expect(places.size).toBeGreaterThan(2)
  },
)
