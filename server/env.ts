import type { ChatStreams } from './partners/chat/chat-streams.ts'
import type { Clicks } from './redirect/clicks/clicks.ts'
import type { Salts } from './redirect/clicks/day-salts.ts'
import type { Config } from './platform/config/config.ts'
import type { Database, Db } from './platform/db/client.ts'
import type { DedicatedConnection } from './platform/db/dedicated-connection.ts'
import type { Disks } from './platform/storage/disk-space.ts'
import type { Images } from './people/media/images.ts'
import type { Jobs } from './platform/jobs/job-types.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/letters/mail.ts'
import type { Maintenance } from './platform/http/maintenance.ts'
import type { SitePages } from './operator/legal/site-pages.ts'
import type { MediaStore } from './people/media/media.ts'
import type { OwnDevices } from './redirect/clicks/own-devices.ts'
import type { Parsing } from './links/parsing/parsing.ts'
import type { PublicPages, ServedPages } from './page/public-page/page-answer.ts'
import type { PushSender } from './people/push/push-sender.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

/** All that the server is made of; a test builds its own. */
export type Deps = Database & {
  /** Beside the transaction in which a request under a key is answered: what a refusal must not undo. */
  beside?: Db
  config: Config
  /** Lasts as long as this process, whatever becomes of its connection. */
  dedicated: DedicatedConnection
  secrets: Secrets
  log: Log
  mail: Mailer
  jobs: Jobs
  clicks: Clicks
  /** What visitors are named with, a day each. */
  salts: Salts
  ownDevices: OwnDevices
  disks: Disks
  media: MediaStore
  images: Images
  parsing: Parsing
  maintenance: Maintenance
  sitePages: SitePages
  publicPages: PublicPages
  publicWidgets: ServedPages
  push: PushSender
  chatStreams: ChatStreams
}

export type SignedInUser = { id: string; email: string; sessionId: string }

export type AppEnv = { Variables: { deps: Deps } }
/** Routes behind `signedIn`. */
export type UserEnv = { Variables: { deps: Deps; user: SignedInUser } }
