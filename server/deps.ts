import { createChatStreams } from './partners/chat/streams.ts'
import { createClicks } from './redirect/clicks/clicks.ts'
import { openSalts } from './redirect/clicks/day-salts.ts'
import type { OpenWriter } from './redirect/clicks/writer.ts'
import type { Config } from './platform/config/config.ts'
import { connect, type DbAddress } from './platform/db/client.ts'
import { openDedicated } from './platform/db/dedicated-connection.ts'
import type { Deps } from './env.ts'
import { createDisks } from './platform/storage/disk-space.ts'
import { createJobs } from './jobs.ts'
import { labelledMailer } from './platform/letters/labelled-mailer.ts'
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
import type { Secrets } from './platform/secrets/secrets.ts'
import { createStorage } from './platform/storage/storage.ts'

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

/** Puts the server together around a database whose schema is up to date. */
export async function createDeps(
  parts: Parts,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { config, secrets, log, address, poolSize = 10, statementMs = STATEMENT_MS } = parts
  const database = connect(address, { max: poolSize, statementMs })
  const { db } = database
  // Nobody waits for these, so they take as long as they take, and no connection from a request.
  const unhurried = connect(address, { max: BACKGROUND_POOL })
  const salts = await openSalts({ sql: unhurried.sql, log })
  const dedicated = await openDedicated(address, log)
  const jobs = createJobs({
    address,
    sql: unhurried.sql,
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
    views: createPageViews({ sql: unhurried.sql, log, salts, config }),
    render: (slug) => renderSlug({ db, config, sitePages }, slug),
  })
  publicPages = ownPages
  const publicWidgets = await createPublicWidgets({
    config,
    dedicated,
    render: (key) => renderKey({ db, config }, key),
  })
  const deps: Deps = {
    ...database,
    config,
    dedicated,
    secrets,
    log,
    mail: config.sampleData ? labelledMailer(mail) : mail,
    jobs,
    clicks: createClicks({ sql: unhurried.sql, log, config, salts }, parts.clickWriter),
    salts,
    ownDevices: createOwnDevices({ db, log, salts, config }),
    disks: createDisks(config),
    media,
    images: createImages({ config, media, log }),
    parsing: createParsing(parts.parsing),
    maintenance,
    sitePages,
    publicPages: ownPages,
    publicWidgets,
    push: createPushSender({ config, secrets }),
    chatStreams: await createChatStreams({ db, dedicated, log }),
  }
  /** The same server for work that no request waits for. */
  function background(): Deps {
    return { ...deps, ...unhurried }
  }
  const close = async () => {
    await Promise.all([jobs.stop(), deps.clicks.stop(), ownPages.stop()])
    publicWidgets.stop()
    await deps.chatStreams.stop()
    maintenance.stop()
    sitePages.stop()
    salts.stop()
    await deps.parsing.stop()
    const pools = [database, unhurried].map(({ sql }) => sql.end())
    await Promise.all([deps.push.close(), dedicated.stop(), ...pools])
  }
  return { deps, close }
}
