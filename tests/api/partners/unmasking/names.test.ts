import { expect, test } from 'vitest'
import {
  invitationsOfBrand,
  inviteAsBrand,
  withdrawInvitation,
} from '../../../../server/partners/unmasking/brand-invitations.ts'
import {
  nameAt,
  partnersOf,
  findUserByNumber,
} from '../../../../server/partners/unmasking/names.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { createDice } from '#support/server/money/dice.ts'
import { signUp, type Person, setName } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  acceptByItself,
  partnerFor,
  brandLinkOf,
  connectionsOf,
  followLink,
  invitationsOf,
  inviteBy,
  UNMASKING,
} from '#support/server/unmasking.ts'

const server = await startTestServer()

async function named(first_name: string): Promise<Person> {
  const person = await signUp(server)
  await setName(person, first_name)
  return person
}

test('a brand has its own number for each user, which other brands cannot use', async () => {
  const [ana, bea] = [await named('Ana'), await named('Bea')]
  const [one, other] = [await addShop(server), await addShop(server)]
  const ids = [
    (await partnerFor(server, one, ana)).id,
    (await partnerFor(server, one, bea)).id,
    (await partnerFor(server, other, ana)).id,
    (await partnerFor(server, other, bea)).id,
  ]
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^P-[2-9A-HJKMNP-Z]{8}$/)
  // The ids stay the same, even if the first requests for them run at the same time.
  const late = await addShop(server)
  const { db } = server.deps
  const asked = await Promise.all(
    [1, 2, 3, 4].map(() => partnersOf(db, late.id, [ana.uuid, bea.uuid, ana.uuid])),
  )
  for (const found of asked) expect(found).toEqual(asked[0])
  expect(asked[0]?.size).toBe(2)
  const [ofOne = ''] = ids
  expect(await findUserByNumber(db, one.id, ofOne)).toBe(ana.uuid)
  expect(await findUserByNumber(db, other.id, ofOne)).toBeUndefined()
  expect(await inviteAsBrand(db, { organizationId: other.id, partnerId: ofOne })).toBeUndefined()
  expect(await withdrawInvitation(db, { organizationId: other.id, partnerId: ofOne })).toBe(false)
})

test('an unknown user is not a partner', async () => {
  const shop = await addShop(server)
  const found = await partnersOf(server.deps.db, shop.id, ['7d5f8d5e-3e65-4ad5-9c7c-7a2f4f0f5b11'])
  expect(found.size).toBe(0)
  expect((await partnersOf(server.deps.db, shop.id, [])).size).toBe(0)
})

test('a name is shown to the accepted brand only, from the acceptance on (R-541, D-59)', async () => {
  const ana = await named('Ana')
  const [shop, other] = [await addShop(server), await addShop(server)]
  await server.deps.sql`insert into pages (user_id, slug, title, is_published)
    values (${ana.uuid}, ${`ana-${ana.uuid.slice(0, 8)}`}, 'Ana', true)`
  await inviteBy(server, shop, ana)
  const [invitation] = (await invitationsOf(ana)).results
  const before = await partnerFor(server, shop, ana)
  expect(before).toEqual({ id: before.id, name: null, page: null, unmaskedSince: null })
  await ana.send('PUT', `${UNMASKING}invitations/${invitation?.id}/accept/`)
  const seen = await partnerFor(server, shop, ana)
  expect(seen).toMatchObject({ name: 'Ana Example', page: `/p/ana-${ana.uuid.slice(0, 8)}` })
  const since = seen.unmaskedSince ?? new Date(0)
  expect(nameAt(seen, since)).toBe('Ana Example')
  expect(nameAt(seen, new Date(since.getTime() + 1))).toBe('Ana Example')
  expect(nameAt(seen, new Date(since.getTime() - 1))).toBe(seen.id)
  expect(await partnerFor(server, other, ana)).toMatchObject({ name: null, page: null })
})

test('without a public name the number is shown, and hidden pages are not linked', async () => {
  const [ana, shop] = [await signUp(server), await addShop(server)]
  await acceptByItself(ana)
  await server.deps.sql`insert into pages (user_id, slug, title, is_published)
    values (${ana.uuid}, ${`hidden-${ana.uuid.slice(0, 8)}`}, 'Hidden', false)`
  await inviteBy(server, shop, ana)
  const seen = await partnerFor(server, shop, ana)
  expect(seen).toMatchObject({ name: null, page: null })
  expect(nameAt(seen, new Date(Date.now() + 60_000))).toBe(seen.id)
})

const idOf = async (person: Person) => (await invitationsOf(person)).results[0]?.id

test('a brand sees sent and accepted invitations, but not that one was ignored', async () => {
  const [ana, bea, cem] = [await named('Ana'), await named('Bea'), await named('Cem')]
  const shop = await addShop(server)
  for (const person of [ana, bea, cem]) await inviteBy(server, shop, person)
  await ana.send('PUT', `${UNMASKING}invitations/${await idOf(ana)}/accept/`)
  await bea.send('PUT', `${UNMASKING}invitations/${await idOf(bea)}/ignore/`)
  const states = (await invitationsOfBrand(server.deps.db, shop.id)).map(({ state }) => state)
  expect(states).toEqual(['sent', 'sent', 'accepted'])
})

/** Relation of a person and a brand, tracked independently by the written rule. */
type Story = {
  state: 'none' | 'pending' | 'ignored' | 'accepted'
  withdrawn: boolean
  wasRemoved: boolean
}
type Pair = { person: Person; name: string; shop: Shop; story: Story }

/** Actions of the brand and the person, each with its effect on the expected relation. */
const ACTS: Record<string, (pair: Pair, accepts: boolean) => Promise<void>> = {
  async invite({ person, shop, story }, accepts) {
    await inviteBy(server, shop, person)
    asked(story, accepts)
  },
  async follow({ person, shop, story }, accepts) {
    await followLink(person, await brandLinkOf(server, shop))
    asked(story, accepts)
  },
  async withdraw({ person, shop, story }) {
    const { id: partnerId } = await partnerFor(server, shop, person)
    await withdrawInvitation(server.deps.db, { organizationId: shop.id, partnerId })
    if (story.state === 'pending' || story.state === 'ignored') story.withdrawn = true
  },
  async accept({ person, shop, story }) {
    await answered(person, shop, 'accept')
    if (!story.withdrawn && story.state !== 'none') story.state = 'accepted'
  },
  async ignore({ person, shop, story }) {
    await answered(person, shop, 'ignore')
    if (!story.withdrawn && story.state === 'pending') story.state = 'ignored'
  },
  async remove({ person, shop, story }) {
    const { results } = await connectionsOf(person)
    const one = results.find(({ organization }) => organization.uuid === shop.id)
    if (one) await person.send('DELETE', `${UNMASKING}connections/${one.id}/`)
    if (story.state === 'accepted') Object.assign(story, { state: 'none', wasRemoved: true })
  },
}

function asked(story: Story, accepts: boolean) {
  const by = accepts && !story.wasRemoved ? 'accepted' : 'pending'
  if (story.state === 'none' || story.state === 'pending') story.state = by
  story.withdrawn = false
}

async function answered(person: Person, shop: Shop, said: 'accept' | 'ignore') {
  const { results } = await invitationsOf(person, '?page_size=100')
  const one = results.find(({ inviting }) => inviting.uuid === shop.id)
  if (one) await person.send('PUT', `${UNMASKING}invitations/${one.id}/${said}/`)
}

/** Number of actions per seed. Can be raised for a manual run. */
const STEPS = Number(process.env['UNMASKING_STEPS'] ?? 40)
const SEEDS = (process.env['UNMASKING_SEEDS'] ?? '1,2').split(',').map(Number)

test.each(SEEDS)(
  'after any actions of users and brands, a name is shown exactly while they are connected (seed %i)',
  async (seed) => {
    const dice = createDice(seed)
    const people = await Promise.all(['Ana', 'Bea', 'Cem'].map(named))
    const shops = [await addShop(server), await addShop(server)]
    const pairs = people.flatMap((person, index) =>
      shops.map((shop): Pair => {
        const name = `${['Ana', 'Bea', 'Cem'][index]} Example`
        return { person, name, shop, story: { state: 'none', withdrawn: false, wasRemoved: false } }
      }),
    )
    const accepting = new Set<Person>()
    const done: string[] = []
    const before = await Promise.all(pairs.map(seenAs))
    for (let step = 0; step < STEPS; step += 1) {
      const pair = dice.of(pairs)
      const act = dice.of([...Object.keys(ACTS), 'switch'])
      done.push(`${act} ${pair.name} ${shops.indexOf(pair.shop)}`)
      /* oxlint-disable no-await-in-loop -- one after the other is what is told */
      if (act === 'switch') {
        const on = !accepting.has(pair.person)
        await acceptByItself(pair.person, on)
        if (on) accepting.add(pair.person)
        else accepting.delete(pair.person)
      } else await ACTS[act]?.(pair, accepting.has(pair.person))
      const seen = await Promise.all(pairs.map(seenAs))
      const wanted = pairs.map((one, index) => toBeSeen(one, before[index]?.id))
      expect(seen, done.join(', ')).toEqual(wanted)
      /* oxlint-enable no-await-in-loop */
    }
  },
  240_000,
)

/** Returns the name shown just before the acceptance, at it, and a minute later. */
async function seenAs({ person, shop }: Pair) {
  const seen = await partnerFor(server, shop, person)
  const at = seen.unmaskedSince?.getTime() ?? Date.now()
  const names = [at - 1, at, at + 60_000].map((moment) => nameAt(seen, new Date(moment)))
  return { id: seen.id, names, isConnected: seen.unmaskedSince !== null }
}

function toBeSeen({ name, story }: Pair, id: string | undefined) {
  const isConnected = story.state === 'accepted'
  return { id, names: isConnected ? [id, name, name] : [id, id, id], isConnected }
}
