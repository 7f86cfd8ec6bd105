import type { Access } from '#contract/people/members.ts'
import type { CallLog } from './people/api-keys/calls/call-log.ts'
import type { ChatStreams } from './partners/chat/chat-streams.ts'
import type { Clicks } from './redirect/clicks/clicks.ts'
import type { Salts } from './redirect/clicks/day-salts.ts'
import type { Config } from './platform/config/config.ts'
import type { Database, Db } from './platform/db/client.ts'
import type { DedicatedConnection } from './platform/db/dedicated-connection.ts'
import type { Replica } from './platform/db/replica/replica.ts'
import type { Disks } from './platform/storage/disk-space.ts'
import type { Images } from './people/media/images.ts'
import type { Jobs } from './platform/jobs/job-types.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Log } from './platform/log/log.ts'
import type { Replaced } from './platform/product/built-files.ts'
import type { Mailer } from './platform/letters/mail.ts'
import type { Maintenance } from './platform/http/maintenance.ts'
import type { SitePages } from './operator/legal/site-pages.ts'
import type { MediaStore } from './people/media/media.ts'
import type { OwnDevices } from './redirect/clicks/own-devices.ts'
import type { Parsing } from './links/parsing/parsing.ts'
import type { PublicPages, ServedPages } from './page/public-page/page-answer.ts'
import type { PushSender } from './people/push/push-sender.ts'
import type { Siblings } from './platform/processes/siblings.ts'
import type { WebhookSender } from './partners/webhooks/webhook-sender.ts'
import type { Secrets } from './platform/secrets/secrets.ts'

/** Parts of the server. Tests build their own. */
export type Deps = Database & {
  /**
   * Connection outside the transaction of an idempotent request, for writes that a refusal must not
   * undo.
   */
  beside?: Db
  config: Config
  /** Connection for notifications and locks of the session. Reopens itself when it is lost. */
  dedicated: DedicatedConnection
  /** Replica for reads that may be older than those of `db` and `sql`. */
  replica: Replica
  secrets: Secrets
  log: Log
  mail: Mailer
  jobs: Jobs
  clicks: Clicks
  /** Log of calls of API keys and connected apps. */
  callLog: CallLog
  /** Daily salts for the hashes that identify visitors. */
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
  webhooks: WebhookSender
  metrics: Metrics
  /** Other processes of this server. */
  siblings: Siblings
  /** Icons of the app with the operator's logo, by path; empty without a logo. */
  icons: Replaced
}

/** User that makes a request. `sessionId` is empty for requests with an API key. */
export type SignedInUser = { id: string; email: string; sessionId: string }

/**
 * Owner and id of the API key, or of the consent of an app, that makes a request. `call` is the
 * name of the call in the public API; undefined if it is not part of it.
 */
export type KeyCaller = { userId: string; caller: string; call: string | undefined }

/** `requestId` is in the header X-Request-Id of the answer and in log lines. */
export type AppEnv = { Variables: { deps: Deps; requestId: string; keyCaller?: KeyCaller } }
/**
 * Context of routes behind `signedIn`. `access` is set if a person acts for another account, whose
 * owner is then the `user`.
 */
export type UserEnv = {
  Variables: AppEnv['Variables'] & { user: SignedInUser; access?: Access[] }
}
