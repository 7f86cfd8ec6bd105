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

type Parts = {
  config: Config
  secrets: Secrets
  log: Log
  address: DbAddress
  poolSize?: number
  /** Where clicks are written and counted, if not in this thread. */
  clickWriter?: OpenWriter | undefined
  parsing?: ParsingOptions | undefined
}

/** Puts the server together around a database whose schema is up to date. */
export async function createDeps(
  parts: Parts,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, secrets, log, address, poolSize = 10 } = parts
  const { db, sql } = connect(address, { max: poolSize })
  const salts = await openSalts({ sql, log })
  const session = await openSession(connectionString(address), log)
  const jobs = createJobs({
    connectionString: connectionString(address),
    sql,
    session,
    log,
    deps: () => deps,
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
    clicks: createClicks({ sql, log, config, salts }, parts.clickWriter),
    salts,
    ownDevices: createOwnDevices({ db, log, salts, config }),
    media,
    images: createImages({ config, media, log }),
    parsing: createParsing(parts.parsing),
    maintenance,
    push: createPushSender({ config, secrets }),
  }
  const close = async () => {
    await Promise.all([jobs.stop(), deps.clicks.stop()])
    maintenance.stop()
    salts.stop()
    await deps.parsing.stop()
    await Promise.all([deps.push.close(), session.stop(), sql.end({ timeout: 2 })])
  }
  return { deps, close }
}

/** Our tables, then those of the job queue. */
export async function migrateAll(address: DbAddress, log: Log): Promise<void> {
  await migrate(address, () => migrateQueue(connectionString(address), log))
}
