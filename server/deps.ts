import { createClicks } from './clicks/clicks.ts'
import { openSalts } from './clicks/day-salts.ts'
import type { OpenWriter } from './clicks/writer.ts'
import type { Config } from './config.ts'
import { connect, connectionString, type DbAddress } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openSession } from './db/session.ts'
import type { Deps } from './env.ts'
import { createJobs } from './jobs/jobs.ts'
import { migrateQueue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail.ts'
import { createMaintenance } from './maintenance.ts'
import { createImages } from './images/images.ts'
import { createMediaStore } from './media.ts'
import { createOwnDevices } from './own-devices.ts'
import { createParsing, type ParsingOptions } from './parsing/parsing.ts'
import { createPushSender } from './push-sender.ts'
import type { Secrets } from './secrets.ts'
import { createStorage } from './storage/storage.ts'

/** Who asked has given up by then, and a statement that long is one that should not be. */
const STATEMENT_MS = 15_000
/** Jobs, and what counts clicks where that has no thread of its own. */
const BACKGROUND_POOL = 6

type Parts = {
  config: Config
  secrets: Secrets
  log: Log
  address: DbAddress
  poolSize?: number
  /** The longest that a statement of a request may take. */
  statementMs?: number
  /** Where clicks are written and counted, if not in this thread. */
  clickWriter?: OpenWriter | undefined
  parsing?: ParsingOptions | undefined
}

/**
 * Puts the server together around a database whose schema is up to date. `background` is the same
 * server for work that no request waits for.
 */
export async function createDeps(
  parts: Parts,
): Promise<{ deps: Deps; background: Deps; close: () => Promise<void> }> {
  const { config, secrets, log, address, poolSize = 10, statementMs = STATEMENT_MS } = parts
  const { db, sql } = connect(address, {
    max: poolSize,
    connection: { statement_timeout: statementMs },
  })
  // Nobody waits for these, so they take as long as they take, and no connection from a request.
  const unhurried = connect(address, { max: BACKGROUND_POOL })
  const salts = await openSalts({ sql: unhurried.sql, log })
  const session = await openSession(connectionString(address), log)
  const jobs = createJobs({
    connectionString: connectionString(address),
    sql: unhurried.sql,
    session,
    log,
    deps: background,
  })
  const maintenance = await createMaintenance({ db, session, log })
  const media = createMediaStore(createStorage(config))
  const deps: Deps = {
    config,
    db,
    sql,
    session,
    secrets,
    log,
    mail: createMailer(config, log),
    jobs,
    clicks: createClicks({ sql: unhurried.sql, log, config, salts }, parts.clickWriter),
    salts,
    ownDevices: createOwnDevices({ db, log, salts, config }),
    media,
    images: createImages({ config, media, log }),
    parsing: createParsing(parts.parsing),
    maintenance,
    push: createPushSender({ config, secrets }),
  }
  function background(): Deps {
    return { ...deps, ...unhurried }
  }
  const close = async () => {
    await Promise.all([jobs.stop(), deps.clicks.stop()])
    maintenance.stop()
    salts.stop()
    await deps.parsing.stop()
    const pools = [sql, unhurried.sql].map((pool) => pool.end({ timeout: 2 }))
    await Promise.all([deps.push.close(), session.stop(), ...pools])
  }
  return { deps, background: background(), close }
}

/** Our tables, then those of the job queue. */
export async function migrateAll(address: DbAddress, log: Log): Promise<void> {
  await migrate(address, () => migrateQueue(connectionString(address), log))
}
