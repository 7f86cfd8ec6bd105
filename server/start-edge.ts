import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './platform/config/config.ts'
import type { EdgeSettings } from './platform/config/config-edge.ts'
import { connect } from './platform/db/client.ts'
import { openDatabase } from './platform/db/open.ts'
import { openDedicated } from './platform/db/dedicated-connection.ts'
import { migrateAll } from './platform/jobs/migrate-all.ts'
import type { Log } from './platform/log/log.ts'
import { noSiblings } from './platform/processes/siblings.ts'
import { restrictAccess } from './platform/secrets/private-files.ts'
import { loadSecrets } from './platform/secrets/secrets.ts'
import { closeServer, createLimitedServer } from './listen.ts'
import { listen, type Closers } from './serve.ts'
import { ClickWriter } from './redirect/clicks/writer.ts'
import { createClicks } from './redirect/clicks/clicks.ts'
import { openCountries } from './redirect/clicks/countries.ts'
import { openSalts, type Salts } from './redirect/clicks/day-salts.ts'
import { openWriterInThread } from './redirect/clicks/in-thread.ts'
import { createRedirector } from './redirect/redirect.ts'
import { beforeMigrations, createCopy } from './redirect/edge/local-copy.ts'
import { createEdgeAnswers } from './edge-answers.ts'
import { createFollower, type Follower } from './redirect/edge/follow-feed.ts'
import { openOrigin, type Origin } from './redirect/edge/origin-client.ts'
import { repeat } from './redirect/edge/repeat.ts'
import { shipClicks } from './redirect/edge/ship-clicks.ts'

/** Pause between two readings of changes. An edit arrives within this time and a round trip. */
const FOLLOW_MS = 500
const SHIP_MS = 1000
const RETRY_MS = 2000
const CONNECTIONS = 6
/** Interval in which expired counters of password attempts are deleted. */
const TIDY_MS = 60 * 60 * 1000

/**
 * Starts an edge: a server that answers short links from its own database and sends its clicks to
 * the origin. Waits for the origin only at the very first start.
 */
export async function startEdge(
  config: Config,
  settings: EdgeSettings,
  log: Log,
  closers: Closers,
): Promise<void> {
  const secrets = loadSecrets(config.dataDir, process.env)
  restrictAccess(config.dataDir)
  const { address, close } = await openDatabase(config, log)
  closers.push(close)
  await beforeMigrations(address)
  await migrateAll(address, log)
  await createCopy(address)
  const { sql, db } = connect(address, { max: CONNECTIONS })
  closers.push(() => sql.end())
  const dedicated = await openDedicated(address, log)
  closers.push(() => dedicated.stop())
  const origin = openOrigin(config, settings)
  closers.push(async () => origin.close())
  let salts: Salts | undefined
  const renewSalts = async () => salts?.renew()
  const follower = await createFollower({ sql, origin, renewSalts })
  await firstCopy(follower, log, closers)
  salts = await openSalts({ sql, log })
  closers.push(async () => salts?.stop())
  const { logLevel, geoipDb } = config
  const json = !process.stdout.isTTY
  const thread = openWriterInThread({ address, logLevel, json, geoipDb, isEdge: true })
  const countryOf = geoipDb === null ? undefined : openCountries(geoipDb)
  const clicks = createClicks(
    { sql, log, config, salts },
    thread ?? ((counted) => new ClickWriter({ sql, log, countryOf, isEdge: true }, counted)),
  )
  closers.push(() => clicks.stop())
  const places = {
    take: (link: string) => origin.place(link, true),
    isLeft: (link: string) => origin.place(link, false),
  }
  const redirector = await createRedirector({
    sql,
    db,
    dedicated,
    log,
    clicks,
    salts,
    secrets,
    config,
    places,
  })
  closers.push(async () => redirector.stop())
  let redirects = 0
  const serve = createEdgeAnswers({
    config,
    secrets,
    state: async () => {
      const [row] = await sql<{ waiting: number }[]>`
        select coalesce(sum(length(body) - length(replace(body, chr(10), ''))), 0)::float8 as waiting
        from click_batches`
      const { followedAt } = follower
      const originSeconds = followedAt === 0 ? null : (Date.now() - followedAt) / 1000
      const clicksWaiting = row?.waiting ?? 0
      return { originSeconds, clicksWaiting, redirects, journalWorks: clicks.journalWorks }
    },
  })
  const server = createLimitedServer({ config, log, siblings: noSiblings() }, (req, res) => {
    if (redirector.handle(req, res, serve)) redirects += 1
    else serve(req, res)
  })
  await listen(server, config)
  closers.push(() => closeServer(server))
  const keptBusy = [
    repeat(() => follower.follow(), FOLLOW_MS, {
      failed: (error) => log.warn('cannot read changes from the origin, will retry', { error }),
      recovered: () => log.info('changes are read from the origin again'),
    }),
    repeat(() => shipAll(sql, origin), SHIP_MS, {
      failed: (error) => log.warn('cannot send clicks to the origin, will retry', { error }),
      recovered: () => log.info('clicks are sent to the origin again'),
    }),
    repeat(() => sql`delete from throttle where reset_at < now()`, TIDY_MS, {
      failed: (error) => log.warn('could not delete old counters', { error }),
      recovered: () => {},
    }),
  ]
  closers.push(async () => {
    origin.close()
    await Promise.all(keptBusy.map((repeated) => repeated.stop()))
  })
}

async function shipAll(sql: Parameters<typeof shipClicks>[0], origin: Origin) {
  while (await shipClicks(sql, origin));
}

/** Reads changes once. Without a copy of an earlier run, waits until the origin answers. */
async function firstCopy(follower: Follower, log: Log, closers: Closers) {
  const stopped = new AbortController()
  closers.push(async () => stopped.abort())
  while (!stopped.signal.aborted) {
    try {
      await follower.follow()
      return
    } catch (error) {
      if (follower.hasCopy) {
        log.warn('the origin does not answer: links are those of the last contact', { error })
        return
      }
      log.warn('waiting for the origin to copy all links', { error })
      await sleep(RETRY_MS)
    }
  }
}
