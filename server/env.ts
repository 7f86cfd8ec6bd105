import type { ChatStreams } from './chat/chat-streams.ts'
import type { Clicks } from './clicks/clicks.ts'
import type { Salts } from './clicks/day-salts.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/client.ts'
import type { DedicatedConnection } from './db/dedicated-connection.ts'
import type { Disks } from './installation/disk-space.ts'
import type { Images } from './media/images.ts'
import type { Jobs } from './jobs/job-types.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Maintenance } from './http/maintenance.ts'
import type { SitePages } from './legal/site-pages.ts'
import type { MediaStore } from './media/media.ts'
import type { OwnDevices } from './clicks/own-devices.ts'
import type { Parsing } from './parsing/parsing.ts'
import type { PublicPages, ServedPages } from './public-page/page-answer.ts'
import type { PushSender } from './push/push-sender.ts'
import type { Secrets } from './secrets.ts'

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
