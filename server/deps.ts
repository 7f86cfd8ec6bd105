import { createClicks } from './clicks/clicks.ts'
import type { OpenWriter } from './clicks/writer.ts'
import type { Config } from './config.ts'
import { connect, connectionString, type DbAddress } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import type { Deps } from './env.ts'
import { createJobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import { createMailer } from './mail.ts'
import { createMaintenance } from './maintenance.ts'
import { createImages } from './images/images.ts'
import { createMediaStore } from './media.ts'
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
}

/** Puts the server together around a database whose schema is up to date. */
export async function createDeps(
  parts: Parts,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, secrets, log, address, poolSize = 10 } = parts
  const { db, sql } = connect(address, { max: poolSize })
  const jobs = createJobs({
    connectionString: connectionString(address),
    sql,
    log,
    deps: () => deps,
  })
  const maintenance = await createMaintenance({ db, sql, log })
  const media = createMediaStore(createStorage(config))
  const deps: Deps = {
    config,
    db,
    sql,
    secrets,
    log,
    mail: createMailer(config, log),
    jobs,
    clicks: createClicks({ sql, log, config, secrets }, parts.clickWriter),
    media,
    images: createImages({ config, media, log }),
    maintenance,
    push: createPushSender({ config, secrets }),
  }
  const close = async () => {
    await Promise.all([jobs.stop(), deps.clicks.stop()])
    await Promise.all([maintenance.stop(), deps.push.close()])
    await sql.end({ timeout: 2 })
  }
  return { deps, close }
}

/** Our tables, then those of the job queue. */
export async function migrateAll(address: DbAddress, log: Log): Promise<void> {
  const { sql } = connect(address, { max: 1 })
  const jobs = createJobs({ connectionString: connectionString(address), sql, log, deps: noDeps })
  await migrate(address, () => jobs.migrate()).finally(() => sql.end({ timeout: 1 }))
}

function noDeps(): Deps {
  throw new Error('no job runs during a migration')
}
