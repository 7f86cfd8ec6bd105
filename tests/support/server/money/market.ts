import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../../../server/platform/config/config.ts'
import { moneyCommand, type MoneyOptions } from '../../../../server/operator/money.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import type { Redemption, RedemptionDetail } from '#contract/money/wallet.ts'
import { addShop, addShopLink, setBonus, type Shop } from './conversions.ts'
import type { FakePaypal } from '../hosts/paypal.ts'
import type { Dice } from './dice.ts'
import { sessionOn, signUp, type Person } from '../people.ts'
import type { StoredLink } from '../links/short-links.ts'
import type { Reachable, TestServer } from '../test-app.ts'
import { addCharity, addVendor, cardOf, confirm } from './wallet.ts'

/** Server or process to send requests to, with the parts needed for operator commands. */
export type Stage = Reachable & Pick<TestServer, 'deps'>
export type Sent = { shop: Shop; body: Record<string, unknown> }
/** Link of a person to a shop, with a click. */
export type Place = { shop: Shop; person: Person; link: StoredLink }

/** Creators, shops and an operator, with their messages so far. */
export type Market = {
  stage: Stage
  shops: Shop[]
  people: Person[]
  places: Place[]
  vendor: string
  charityId: number
  /** Folder of files for the operator. */
  folder: string
  sent: Sent[]
  /** Orders answered with 200, by shop and number. */
  taken: Set<string>
  /** Gift card codes with the people who saw each. */
  shown: Map<string, Set<string>>
  /** PayPal that the servers use, if payouts can be sent. */
  paypal: FakePaypal | undefined
  /** Number of days by which the simulated time is ahead. */
  days: number
  close(): void
}

/** Step that changes the market. Steps run one after the other. */
export type Step = (market: Market, dice: Dice) => Promise<unknown>

const newKey = () => `shop-${randomUUID()}`
const SHARE = { shareBasisPoints: 8000 }

type MarketOptions = {
  sellers: number
  /** Server for sign-ups. The stage by default. */
  signUpServer?: Reachable
  paypal?: FakePaypal
}

export async function openMarket(
  stage: Stage,
  { sellers, signUpServer: door = stage, paypal }: MarketOptions,
): Promise<Market> {
  await setBonus(stage)
  const quick = { minHoldHours: 0, returnDays: 0 }
  const shops = [
    await addShop(stage, { key: newKey(), name: 'Paying', ...quick }),
    await addShop(stage, { key: newKey(), name: 'Slow', holdDays: 5, minHoldHours: 24 }, SHARE),
    await addShop(stage, { key: newKey(), name: 'Sure', pays: 'guaranteed', ...quick }),
  ]
  const people: Person[] = []
  const places: Place[] = []
  for (let n = 0; n < sellers; n += 1) {
    const ana = await signUp(door)
    const person = { ...ana, ...sessionOn(stage, ana.token) }
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
    paypal,
    days: 0,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs an operator command and returns its output, or "refused: " with its error message. */
export async function runOperator(
  { stage }: Pick<Market, 'stage'>,
  words: string | (string | number)[],
  options: MoneyOptions = {},
): Promise<string> {
  const command = moneyCommand(typeof words === 'string' ? words.split(' ') : words.map(String))
  if (!command) throw new Error(`no such command: ${String(words)}`)
  const { db, config } = stage.deps
  try {
    return await command(options)(db, config)
  } catch (error) {
    if (error instanceof ConfigError) return `refused: ${error.message}`
    throw error
  }
}

/** Returns the path of a file that the operator reads (with these lines) or writes. */
export function operatorFile({ folder }: Market, ...lines: string[]): string {
  const path = join(folder, `${randomUUID()}.csv`)
  if (lines.length > 0) writeFileSync(path, lines.join('\n'))
  return path
}

/** Records which person saw which code. */
export function recordCode(
  { shown }: Market,
  { uuid }: Person,
  { code }: Partial<RedemptionDetail>,
) {
  if (code) shown.set(code, (shown.get(code) ?? new Set()).add(uuid))
}

/** Reads the gift cards among this person's latest requests. */
export async function lookAtCards(market: Market, person: Person, latest = 20): Promise<void> {
  const size = Math.min(latest, MAX_PAGE_SIZE)
  for (let page = 1, left = latest; left > 0; page += 1, left -= size) {
    const path = `/v1/bank/redemptions/?page=${page}&page_size=${size}`
    const answer = await person.send('GET', path)
    const { results, count } = (await answer.json()) as { results: Redemption[]; count: number }
    for (const { id, kind } of results) {
      if (kind !== 'voucher') continue
      recordCode(market, person, (await cardOf(person, id)).body.result ?? {})
    }
    if (page * size >= count) return
  }
}
