// Runs random money operations on two real servers and one PostgreSQL while servers are killed, and
// checks the invariants of the ledger. Exits with code 1 if one is broken or an answer is not
// allowed. STEPS=1000 runs fewer steps, SEED=7 other ones.
import { setTimeout as sleep } from 'node:timers/promises'
import { build, isBuilt } from '../scripts/build.mjs'
import { createDice } from '#support/server/money/dice.ts'
import { FakePaypal } from '#support/server/hosts/paypal.ts'
import { brokenInvariants } from '#support/server/money/laws.ts'
import { lookAtCards, openMarket, type Market } from '#support/server/money/market.ts'
import { disturb } from '#support/server/money/paypal-steps.ts'
import { takeStep } from '#support/server/money/steps.ts'
import { Postgres } from './chaos/postgres.ts'
import { World } from './chaos/world.ts'
import { countsOf } from './money/counts.ts'
import { connectLikeOperator } from './money/operator.ts'
import { Pair } from './money/pair.ts'
import { printTable } from './support/table.ts'

const STEPS = Number(process.env['STEPS'] ?? 100_000)
const SEED = Number(process.env['SEED'] ?? 20_260_512)
/** Number of concurrent clients. */
const CLIENTS = 16
const PEOPLE = 16
/** Number of steps after which all clients pause and the invariants are checked. */
const CHECK_INTERVAL = Math.min(STEPS, 500)
/** Range of steps between kills. A range of time would be spent on restarts on a busy machine. */
const KILL_AFTER = [50, 350] as const
const POLL_MS = 20
/** Settings without durability. Only the servers are killed, not the database. */
const FAST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=150',
]

const world = new World()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.close().then(() => process.exit(1)))

if (!isBuilt()) await build()
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await world.close()
}

/** Returns whether all invariants held. */
async function run(): Promise<boolean> {
  const postgres = await Postgres.start(world, FAST_SETTINGS)
  const paypal = await FakePaypal.start()
  world.onClose(() => paypal.stop())
  paypal.isServed = true
  disturb(paypal, createDice(SEED))
  const env = {
    DATA_DIR: world.folder(),
    DATABASE_URL: postgres.url,
    ALLOW_PRIVATE_FETCH: '1',
    ...paypal.env,
  }
  const pair = await Pair.start(world, env)
  const { deps, errors } = await connectLikeOperator(world, env, postgres.address)
  const market = await openMarket(
    { deps, request: (...asked) => pair.request(...asked) },
    { sellers: PEOPLE, signUpServer: pair.first, paypal },
  )
  world.onClose(() => market.close())
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const progress = { startedSteps: 0, isOver: false }
  const killing = killServers(pair, progress)
  const broken: string[] = []
  let done = 0
  try {
    while (done < STEPS && broken.length === 0) {
      const upTo = Math.min(STEPS, done + CHECK_INTERVAL)
      broken.push(...(await stepsUpTo(market, done, upTo, progress)))
      done = upTo
      // Reset the limit for passwords: a killed process never gives back its attempts, and after
      // ten of them redeeming would be refused.
      await deps.sql`delete from throttle where key like 'ownPassword%'`
      broken.push(...(await brokenInvariants(market)), ...errors)
      const rate = (done / seconds()).toFixed(0)
      console.log(`${done} steps, ${pair.kills} servers killed, ${rate} steps/s`)
    }
  } finally {
    progress.isOver = true
    await killing
  }
  for (const person of market.people) await lookAtCards(market, person, Infinity)
  broken.push(...(await brokenInvariants(market)), ...errors, ...pair.loggedErrors())
  if (pair.answers.has('500')) broken.push('a server answered 500')
  printTable(`Money after ${done} steps in ${seconds().toFixed(0)} s, seed ${SEED}`, [
    ['servers killed', String(pair.kills)],
    ['answers', [...pair.answers].map(([status, times]) => `${times}×${status}`).join(' ')],
    ['orders answered with 200', String(market.taken.size)],
    ['gift card codes shown', String(market.shown.size)],
    ...(await countsOf(deps.sql)),
    ['batches at PayPal', String(paypal.batches.size)],
    ['payouts at PayPal', String(paypal.items.length)],
    ['requests to PayPal', String(paypal.requests.length)],
    ['invariants broken', broken.length === 0 ? '0' : [...new Set(broken)].join('\n')],
  ])
  return broken.length === 0
}

type Progress = { startedSteps: number; isOver: boolean }

/**
 * Runs steps in parallel. Each client has its own random sequence; their interleaving depends on
 * the machine.
 */
async function stepsUpTo(
  market: Market,
  from: number,
  to: number,
  progress: Progress,
): Promise<string[]> {
  const problems: string[] = []
  const lane = async (number: number) => {
    const dice = createDice(SEED + from * CLIENTS + number)
    while (progress.startedSteps < to && problems.length === 0) {
      progress.startedSteps += 1
      await takeStep(market, dice).catch((error: unknown) =>
        problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => lane(number)))
  return problems
}

async function killServers(pair: Pair, progress: Progress): Promise<void> {
  const [least, most] = KILL_AFTER
  for (let turn = 0; ; turn += 1) {
    const at = progress.startedSteps + least + Math.random() * (most - least)
    while (progress.startedSteps < at && !progress.isOver) await sleep(POLL_MS)
    if (progress.isOver) return
    await pair.kill(turn)
  }
}
