import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { signInAs } from '#support/window/links-server.ts'
import type { NetworkState } from '#support/window/outbox-server.ts'
import { CHANNELS, OutboxWorld, type Step } from '#support/window/outbox-world.ts'
import { latestMessages } from '../chat/chat-rows.ts'
import { fieldsOf } from './edits.ts'

/*
 * Random days of two tabs on a bad network. In the end, the server must have every change once and
 * in the order in which the user made them, and the local copy must equal the server's data.
 */

const weather = fc.constantFrom<NetworkState>(
  ...(['good', 'good', 'slow', 'dead', 'lost', 'lost', 'broken', 'busy', 'portal'] as const),
)
const tab = fc.nat({ max: 1 })
const which = fc.nat({ max: 5 })
const step = <Kind extends Step['do'], Rest extends object>(
  kinds: readonly Kind[],
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => fc.record({ do: fc.constantFrom(...kinds), ...rest }) as fc.Arbitrary<{ do: Kind } & Rest>

const own: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: step(['create'], { tab, weather }) },
  {
    weight: 6,
    arbitrary: step(['rename', 'tag', 'group', 'join', 'say'], { tab, which, weather }),
  },
  {
    weight: 4,
    arbitrary: step(['run'], {
      tabs: fc.constantFrom<1 | 2>(1, 2),
      weather: fc.array(weather, { minLength: 1, maxLength: 6 }),
      killed: fc.boolean(),
      locked: fc.boolean(),
    }),
  },
)
const others: fc.Arbitrary<Step> = fc.oneof(
  step(['elsewhere'], {
    which,
    field: fc.constantFrom<'name' | 'utm_source'>('name', 'utm_source'),
  }),
  step(['remove'], { which }),
)

let person = 0
async function live(steps: Step[], answer: 'mine' | 'latest' = 'mine'): Promise<OutboxWorld> {
  const world = new OutboxWorld(signInAs(String.fromCharCode(300 + (person += 1))))
  await world.start()
  for (const one of steps) await world.step(one)
  await world.settle(answer)
  return world
}

const byId = (a: { uuid: string }, b: { uuid: string }) => (a.uuid < b.uuid ? -1 : 1)
const unlisted = ({ list: _list, ...row }: ShortLink & { list?: string }) => fieldsOf(row)

async function expectMirrorIsServer({ server, tab }: OutboxWorld) {
  const db = tab(0)
  expect(await db.outbox.count()).toBe(0)
  const links = (await db.links.toArray()).sort(byId).map(unlisted)
  expect(links).toEqual([...server.links.values()].sort(byId).map(fieldsOf))
  const groups = (await db.collections.toArray()).sort(byId)
  expect(groups).toEqual([...server.collections.values()].sort(byId))
  expect([...server.effects.values()].filter((times) => times !== 1)).toEqual([])
  for (const channel of CHANNELS) {
    const kept = await latestMessages(db, channel, 1000)
    expect(kept).toEqual(server.said.get(channel) ?? [])
  }
}

beforeEach(() => {
  document.cookie = 'token=t; Path=/'
})

test('with dropped requests, lost responses, 5xx, restarts and two tabs, each change is made once, in order, and the mirror equals the server (D-75, R-608, offline 28, 29)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(own, { minLength: 3, maxLength: 25 }), async (steps) => {
      const world = await live(steps)
      // The refresh after a run updates the collection names of links.
      if (steps.some((one) => one.do === 'run' && !one.locked)) await world.refreshNames()
      await expectMirrorIsServer(world)
      const { server, userChanges: wishes } = world
      expect([...server.effects.keys()].sort()).toEqual(wishes.map(({ key }) => key).sort())
      const { names, tags } = await world.expected()
      for (const channel of CHANNELS)
        expect(server.said.get(channel)?.map(({ text }) => text) ?? []).toEqual(
          world.userMessages(channel),
        )
      for (const [uuid, name] of names) expect(server.links.get(uuid)?.name).toBe(name)
      for (const [uuid, all] of tags) expect(server.links.get(uuid)?.tags).toEqual(all)
      await world.end()
    }),
    { numRuns: 40 },
  )
}, 60_000)

test.each(['mine', 'latest'] as const)(
  'with changes made elsewhere and discarded changes, nothing of others is lost without asking (%s) (D-75)',
  async (answer) => {
    const day = fc.array(
      fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: others }),
      {
        minLength: 3,
        maxLength: 20,
      },
    )
    await fc.assert(
      fc.asyncProperty(day, async (steps) => {
        const world = await live(steps, answer)
        await world.refresh()
        await expectMirrorIsServer(world)
        expect(world.overwrittenValues()).toEqual([])
        await world.end()
      }),
      { numRuns: 30 },
    )
  },
  60_000,
)
