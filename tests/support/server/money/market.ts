import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import { moneyCommand, type MoneyOptions } from '../../../../server/operator/money.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import type { Redemption, RedemptionDetail } from '#contract/money/wallet.ts'
import { addShop, addShopLink, type Shop } from './conversions.ts'
import type { Dice } from './dice.ts'
import { signUp, type Person } from '../people.ts'
import type { StoredLink } from '../links/short-links.ts'
import type { Reachable, TestServer } from '../test-app.ts'
import { addCharity, addVendor, cardOf, confirm } from './wallet.ts'

/** Something that answers, and the parts of a server for what an operator does beside it. */
export type Stage = Reachable & Pick<TestServer, 'deps'>
export type Sent = { shop: Shop; body: Record<string, unknown> }
/** A person's link to a shop, which somebody has clicked on. */
export type Place = { shop: Shop; person: Person; link: StoredLink }

/** People who sell, shops that pay, an operator between them, and what they have said to each other. */
export type Market = {
  stage: Stage
  shops: Shop[]
  people: Person[]
  places: Place[]
  vendor: string
  charityId: number
  /** For what an operator reads and writes. */
  folder: string
  sent: Sent[]
  /** Orders that were answered with 200, by shop and number. */
  taken: Set<string>
  /** Codes of gift cards, with everybody who was shown them. */
  shown: Map<string, Set<string>>
  /** How much later it is than the clock says. */
  days: number
  close(): void
}

/** One by one, with what follows from it. */
export type Act = (market: Market, dice: Dice) => Promise<unknown>

const newKey = () => `shop-${randomUUID()}`
const SHARE = { shareBasisPoints: 8000 }

type Opening = {
  sellers: number
  /** Where people sign up, if not on the stage itself. */
  door?: Reachable
}

export async function openMarket(
  stage: Stage,
  { sellers, door = stage }: Opening,
): Promise<Market> {
  await stage.deps.sql`
    insert into operator_settings (key, value)
    values ('bonus', '{"on": true, "paid_by": "Split"}')`
  const quick = { minHoldHours: 0, returnDays: 0 }
  const shops = [
    await addShop(stage, { key: newKey(), name: 'Paying', ...quick }),
    await addShop(stage, { key: newKey(), name: 'Slow', holdDays: 5, minHoldHours: 24 }, SHARE),
    await addShop(stage, { key: newKey(), name: 'Sure', pays: 'guaranteed', ...quick }),
  ]
  const people: Person[] = []
  const places: Place[] = []
  for (let n = 0; n < sellers; n += 1) {
    const person = onStage(stage, await signUp(door))
    await confirm(stage, person)
    people.push(person)
    for (const shop of shops)
      places.push({ shop, person, link: await addShopLink(stage, shop, person) })
  }
  const folder = mkdtempSync(join(tmpdir(), 'split-test-market-'))
  return {
    stage,
    shops,
    people,
    places,
    vendor: (await addVendor(stage)).key,
    charityId: (await addCharity(stage)).id,
    folder,
    sent: [],
    taken: new Set(),
    shown: new Map(),
    days: 0,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const onStage = (stage: Stage, person: Person): Person => ({
  ...person,
  send: (method, path, body, headers = {}) =>
    stage.request(method, path, {
      token: person.token,
      headers,
      ...(body !== undefined && { body }),
    }),
})

/** What the operator types, with what it prints or refuses. */
export async function operate(
  { stage }: Pick<Market, 'stage'>,
  words: (string | number)[],
  options: MoneyOptions = {},
): Promise<string> {
  const command = moneyCommand(words.map(String))
  if (!command) throw new Error(`no such command: ${words.join(' ')}`)
  const { db, config } = stage.deps
  try {
    return await command(options)(db, config)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** A file that the operator may read, or has still to write. */
export function fileFor({ folder }: Market, ...lines: string[]): string {
  const path = join(folder, `${randomUUID()}.csv`)
  if (lines.length > 0) writeFileSync(path, lines.join('\n'))
  return path
}

/** Remembers who was shown which code. */
export function noteCode({ shown }: Market, { uuid }: Person, { code }: Partial<RedemptionDetail>) {
  if (code) shown.set(code, (shown.get(code) ?? new Set()).add(uuid))
}

/** Looks at the gift cards among the latest requests of this person. */
export async function lookAtCards(market: Market, person: Person, latest = 20): Promise<void> {
  const size = Math.min(latest, MAX_PAGE_SIZE)
  for (let page = 1, left = latest; left > 0; page += 1, left -= size) {
    const path = `/v1/bank/redemptions/?page=${page}&page_size=${size}`
    const answer = await person.send('GET', path)
    const { results, count } = (await answer.json()) as { results: Redemption[]; count: number }
    for (const { id, kind } of results) {
      if (kind !== 'voucher') continue
      noteCode(market, person, (await cardOf(person, id)).body.result ?? {})
    }
    if (page * size >= count) return
  }
}
