import { lt, or, sql } from 'drizzle-orm'
import type { Db } from './platform/db/client.ts'
import {
  abuseReports,
  emailConfirmations,
  idempotencyKeys,
  oneTimeKeys,
  ownVisitors,
  sessions,
  throttle,
  visitorSalts,
} from './platform/db/schema.ts'
import { forgetBrowsers } from './people/accounts/user-browsers.ts'
import { forgetActions } from './redirect/analytics/extension-actions.ts'
import { forgetEvents } from './partners/chat/chat-events.ts'
import { forgetStreams } from './partners/chat/presence.ts'
import { forgetDesks } from './partners/desk/sign-in-links.ts'
import { forgetExports } from './operator/exports/exports.ts'
import { forgetImports } from './links/imports/imports.ts'
import { CLOSED_REPORT_DAYS } from './operator/reports/open-reports.ts'
import { forgetServers } from './operator/installation/servers.ts'
import { forgetUnconfirmed } from './people/phone/phone.ts'
import { IDEMPOTENCY_DAYS } from './platform/http/idempotency.ts'

/** Deletes expired rows. They are no longer used, so any process can do this at any time. */
export async function forgetExpired(db: Db): Promise<void> {
  await db.delete(throttle).where(lt(throttle.resetAt, sql`now()`))
  await db.delete(oneTimeKeys).where(lt(oneTimeKeys.expiresAt, days(1)))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, days(IDEMPOTENCY_DAYS)))
  await db.delete(abuseReports).where(lt(abuseReports.handledAt, days(CLOSED_REPORT_DAYS)))
  // Visitors cannot be identified by a day's salt later than 48 hours after that day began.
  await db.delete(visitorSalts).where(lt(visitorSalts.day, yesterday))
  await db.delete(ownVisitors).where(lt(ownVisitors.day, yesterday))
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, days(1)), lt(sessions.revokedAt, days(1))))
  await forgetBrowsers(db)
  await db.delete(emailConfirmations).where(lt(emailConfirmations.askedAt, days(30)))
  await forgetUnconfirmed(db)
  await forgetActions(db)
  await forgetDesks(db)
  await forgetExports(db)
  await forgetImports(db)
  await forgetEvents(db)
  await forgetStreams(db)
  await forgetServers(db)
}

const days = (count: number) => sql`now() - make_interval(days => ${count})`
/** Start of the previous UTC day, as a date. */
const yesterday = sql`(now() at time zone 'UTC')::date - 1`
