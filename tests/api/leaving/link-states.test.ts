import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addClick,
  addShop,
  addShopLink,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { askToLeave, leave, purge } from '#support/server/leaving.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { countsOf, editLink, visit, type StoredLink } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  shop = await addShop(server)
})
afterAll(() => server.stop())

type State = (person: Person, link: StoredLink) => Promise<unknown>
const hour = 60 * 60 * 1000

const STATES: Record<string, State> = {
  plain: async () => undefined,
  hidden: (_, link) => editLink(server, link, { isHidden: true }),
  ended: (_, link) => editLink(server, link, { expiresAt: new Date(Date.now() - hour) }),
  blocked: (_, link) => editLink(server, link, { blockedAt: new Date() }),
  leaving: (person) => askToLeave(person),
  gone: async (person) => {
    await leave(server, person)
    await purge(server)
  },
}

/** `earns`: an order whose click came before. */
test.each([
  { state: 'plain', leads: 302, counts: true, earns: true },
  { state: 'hidden', leads: 302, counts: true, earns: true },
  { state: 'ended', leads: 410, counts: false, earns: true },
  { state: 'blocked', leads: 410, counts: false, earns: true },
  { state: 'leaving', leads: 302, counts: true, earns: true },
  { state: 'gone', leads: 410, counts: false, earns: false },
])('$state: leads on $leads, counts $counts, earns $earns', async ({ state, ...wanted }) => {
  const person = await signUp(server)
  const link = await addShopLink(server, shop, person)
  const clickId = await addClick(server, link)
  await STATES[state]?.(person, link)
  const { status: leads } = await visit(server, `/s/${link.shortCode}`)
  const { human, unique } = await countsOf(server, link)
  const order = {
    click_id: clickId,
    order_id: `order-${state}`,
    amount: '10.00',
    status: 'pending',
  }
  const { status } = await tell(server, shop, order)
  expect({ leads, counts: human + unique > 0, earns: status === 200 }).toEqual(wanted)
})
