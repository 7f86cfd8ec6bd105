import { createCallLog } from './people/api-keys/calls/call-log.ts'
import { createChatStreams } from './partners/chat/streams.ts'
import { createClicks } from './redirect/clicks/clicks.ts'
import { openSalts } from './redirect/clicks/day-salts.ts'
import type { OpenWriter } from './redirect/clicks/writer.ts'
import type { Config } from './platform/config/config.ts'
import { connect, type DbAddress } from './platform/db/client.ts'
import { openDedicated } from './platform/db/dedicated-connection.ts'
import { noReplica, openReplica } from './platform/db/replica/replica.ts'
import type { Deps } from './env.ts'
import { createDisks } from './platform/storage/disk-space.ts'
import { createJobs } from './jobs.ts'
import { labelledMailer } from './platform/letters/labelled-mailer.ts'
import { countedPushes } from './operator/metrics/counted-pushes.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import type { Log } from './platform/log/log.ts'
import { createMailer } from './platform/letters/mail.ts'
import { createMaintenance } from './platform/http/maintenance.ts'
import { createSitePages } from './operator/legal/site-pages.ts'
import { createImages } from './people/media/images.ts'
import { createMediaStore } from './people/media/media.ts'
import { createOwnDevices } from './redirect/clicks/own-devices.ts'
import { createParsing, type ParsingOptions } from './links/parsing/parsing.ts'
import type { PublicPages } from './page/public-page/page-answer.ts'
import { createPageViews } from './page/public-page/page-views.ts'
import { createPublicPages } from './page/public-page/public-pages.ts'
import { renderSlug } from './page/public-page/render.tsx'
import { renderKey } from './page/widgets/render-widget.tsx'
import { createPublicWidgets } from './page/widgets/public-widgets.ts'
import { createPushSender } from './people/push/push-sender.ts'
import { productIcons } from './platform/product/icons.ts'
import { noSiblings, type Siblings } from './platform/processes/siblings.ts'
import { processMetrics } from './operator/metrics/metrics-text.ts'
import type { Secrets } from './platform/secrets/secrets.ts'
import { createWebhookSender } from './partners/webhooks/sender.ts'
import { createStorage } from './platform/storage/storage.ts'

/** Maximum time of a statement of a request. Clients have given up by then. */
const STATEMENT_MS = 15_000
/** Number of connections for jobs, and for counting clicks if that has no thread of its own. */
const BACKGROUND_CONNECTIONS = 6

type Parts = {
  config: Config
  secrets: Secrets
  log: Log
  address: DbAddress
  poolSize?: number
  /** Maximum time of a statement of a request, in milliseconds. */
  statementMs?: number
  /** Writer and counter of clicks in another thread. Without it, this thread does both. */
  clickWriter?: OpenWriter | undefined
  parsing?: ParsingOptions | undefined
  /** Other processes of this server; none by default. */
  siblings?: Siblings
}

/** Creates all parts of the server. The schema of the database must be up to date. */
export async function createDeps(
  parts: Parts,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, secrets, log, address, poolSize = 10, statementMs = STATEMENT_MS } = parts
  const { siblings = noSiblings() } = parts
  const database = connect(address, { max: poolSize, statementMs })
  const { db } = database
  // Background work has no statement timeout, and takes no connections from requests.
  const backgroundDatabase = connect(address, { max: BACKGROUND_CONNECTIONS })
  const metrics = createMetrics(backgroundDatabase.pool)
  const { counts } = metrics
  const salts = await openSalts({ sql: backgroundDatabase.sql, log })
  const dedicated = await openDedicated(address, log)
  const replica = config.readReplica
    ? openReplica({ settings: config.readReplica, primary: backgroundDatabase.db, log })
    : noReplica()
  const jobs = createJobs({
    address,
    sql: backgroundDatabase.sql,
    dedicated,
    log,
    deps: background,
  })
  const maintenance = await createMaintenance({ db, dedicated, log })
  const mail = createMailer(config, log)
  const media = createMediaStore(createStorage(config))
  let publicPages: PublicPages | undefined
  const sitePages = await createSitePages({
    db,
    dedicated,
    config,
    log,
    changed: () => publicPages?.clear(),
  })
  const ownPages = await createPublicPages({
    config,
    dedicated,
    replica,
    db,
    views: createPageViews({ sql: backgroundDatabase.sql, log, salts, config }),
    render: (from, slug) => renderSlug({ db: from, config, sitePages }, slug),
  })
  publicPages = ownPages
  const publicWidgets = await createPublicWidgets({
    config,
    dedicated,
    replica,
    db,
    render: (from, key) => renderKey({ db: from, config }, key),
  })
  const clickDeps = { sql: backgroundDatabase.sql, log, config, salts, siblings }
  const deps: Deps = {
    ...database,
    config,
    dedicated,
    replica,
    secrets,
    log,
    mail: config.sampleData ? labelledMailer(mail) : mail,
    jobs,
    clicks: createClicks(clickDeps, parts.clickWriter),
    callLog: createCallLog(clickDeps),
    salts,
    ownDevices: createOwnDevices({ db, log, salts, config }),
    disks: createDisks(config),
    media,
    images: createImages({ config, media, log, siblings }),
    parsing: createParsing(parts.parsing),
    maintenance,
    sitePages,
    publicPages: ownPages,
    publicWidgets,
    push: countedPushes(createPushSender({ config, secrets }), counts),
    chatStreams: await createChatStreams({ db, dedicated, log }),
    webhooks: createWebhookSender({
      db: backgroundDatabase.db,
      config,
      secrets,
      jobs,
      log,
      counts,
    }),
    metrics,
    siblings,
    icons: config.productLogo ? await productIcons(config.productLogo) : new Map(),
  }
  siblings.answer('catch-up', () => dedicated.ask('select 1'))
  siblings.answer('metrics', () => processMetrics(deps))
  siblings.answer('redirect-p99', async () => metrics.redirectTimes.p99())
  /** Returns the same parts, with the connections for background work. */
  function background(): Deps {
    return { ...deps, ...backgroundDatabase }
  }
  const close = async () => {
    await Promise.all([jobs.stop(), deps.clicks.stop(), ownPages.stop(), deps.callLog.flush()])
    await deps.webhooks.stop()
    publicWidgets.stop()
    await deps.chatStreams.stop()
    maintenance.stop()
    sitePages.stop()
    salts.stop()
    await deps.parsing.stop()
    const pools = [database, backgroundDatabase].map(({ sql }) => sql.end())
    await Promise.all([deps.push.close(), dedicated.stop(), replica.stop(), ...pools])
  }
  return { deps, close }
}
