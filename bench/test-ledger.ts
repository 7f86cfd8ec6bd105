// Steps of money by chance, on two real servers and one PostgreSQL, while one server after the other is
// killed: are there laws that break? Ends with code 1 when one does, or when an answer is none that a
// step may get. STEPS=1000 for fewer, SEED=7 for others.
import { setTimeout as sleep } from 'node:timers/promises'
import { build, isBuilt } from '../scripts/build.mjs'
import { diceOf } from '#support/server/money/dice.ts'
import { brokenLaws } from '#support/server/money/laws.ts'
import { lookAtCards, openMarket, type Market } from '#support/server/money/market.ts'
import { takeStep } from '#support/server/money/steps.ts'
import { Postgres } from './chaos/postgres.ts'
import { World } from './chaos/world.ts'
import { countsOf } from './money/counts.ts'
import { besideServers } from './money/operator.ts'
import { Pair } from './money/pair.ts'
import { printTable } from './support/table.ts'

const STEPS = Number(process.env['STEPS'] ?? 100_000)
const SEED = Number(process.env['SEED'] ?? 20_260_512)
/** Who act at once. */
const LANES = 16
const PEOPLE = 16
/** After so many steps everybody stands still, and all laws are looked at. */
const EVERY = Math.min(STEPS, 500)
/** By steps and not by time: on a busy machine most of the time would go into starting servers. */
const KILL_AFTER = [50, 350] as const
const LOOK_MS = 20
/** The servers are killed here, not the database: nothing has to reach the disk. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=150']

const world = new World()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.close().then(() => process.exit(1)))

if (!isBuilt()) await build()
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await world.close()
}

/** True when every law held all the time. */
async function run(): Promise<boolean> {
  const postgres = await Postgres.start(world, QUICK)
  const env = { DATA_DIR: world.folder(), DATABASE_URL: postgres.url }
  const pair = await Pair.start(world, env)
  const { deps, errors } = await besideServers(world, env, postgres.address)
  const market = await openMarket(
    { deps, request: (...asked) => pair.request(...asked) },
    { sellers: PEOPLE, door: pair.first },
  )
  world.onClose(() => market.close())
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const progress = { begun: 0, isOver: false }
  const killing = killNowAndThen(pair, progress)
  const broken: string[] = []
  let done = 0
  try {
    while (done < STEPS && broken.length === 0) {
      const upTo = Math.min(STEPS, done + EVERY)
      broken.push(...(await stepsUpTo(market, done, upTo, progress)))
      done = upTo
      // A killed process has taken back none of its tries; after ten of those nobody would redeem any more.
      await deps.sql`delete from throttle where key like 'ownPassword%'`
      broken.push(...(await brokenLaws(market)), ...errors)
      const rate = (done / seconds()).toFixed(0)
      console.log(`${done} steps, ${pair.kills} times kill -9, ${rate} steps/s`)
    }
  } finally {
    progress.isOver = true
    await killing
  }
  for (const person of market.people) await lookAtCards(market, person, Infinity)
  broken.push(...(await brokenLaws(market)), ...errors, ...pair.complaints())
  if (pair.answers.has('500')) broken.push('a server answered 500')
  printTable(`Money after ${done} steps in ${seconds().toFixed(0)} s, seed ${SEED}`, [
    ['kill -9 of a server', String(pair.kills)],
    ['answers', [...pair.answers].map(([status, times]) => `${times}×${status}`).join(' ')],
    ['orders answered with 200', String(market.taken.size)],
    ['gift card codes shown', String(market.shown.size)],
    ...(await countsOf(deps.sql)),
    ['laws broken', broken.length === 0 ? '0' : [...new Set(broken)].join('\n')],
  ])
  return broken.length === 0
}

type Progress = { begun: number; isOver: boolean }

/** Each lane has dice of its own; what the others do meanwhile is up to the machine. */
async function stepsUpTo(
  market: Market,
  from: number,
  to: number,
  progress: Progress,
): Promise<string[]> {
  const problems: string[] = []
  const lane = async (number: number) => {
    const dice = diceOf(SEED + from * LANES + number)
    while (progress.begun < to && problems.length === 0) {
      progress.begun += 1
      await takeStep(market, dice).catch((error: unknown) =>
        problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  return problems
}

async function killNowAndThen(pair: Pair, progress: Progress): Promise<void> {
  const [least, most] = KILL_AFTER
  for (let turn = 0; ; turn += 1) {
    const at = progress.begun + least + Math.random() * (most - least)
    while (progress.begun < at && !progress.isOver) await sleep(LOOK_MS)
    if (progress.isOver) return
    await pair.kill(turn)
  }
}
