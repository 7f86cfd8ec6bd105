import { lt, or, sql } from 'drizzle-orm'
import { daysAgo } from './platform/db/days-ago.ts'
import type { Db } from './platform/db/client.ts'
import {
  abuseReports,
  clickJournals,
  emailConfirmations,
  idempotencyKeys,
  oneTimeKeys,
  ownVisitors,
  sessions,
  throttle,
  visitorSalts,
} from './platform/db/schema.ts'
import { deleteOldRecoveries } from './people/factors/recovery/follow-link.ts'
import { deleteExpiredChallenges } from './people/factors/passkeys/challenges.ts'
import { deleteExpiredFlows } from './people/oidc/flows.ts'
import { deleteOldBrowsers } from './people/accounts/user-browsers.ts'
import { deleteOldInvitations } from './people/members/invitations.ts'
import { deleteOldCalls } from './people/api-keys/calls/read-calls.ts'
import { deleteOldApprovals } from './people/mcp/approvals.ts'
import { deleteExpiredGrants } from './people/connected-apps/app-tokens.ts'
import { deleteUnusedApps } from './people/connected-apps/app-clients.ts'
import { deleteOldActions } from './redirect/analytics/extension-actions.ts'
import { deleteOldEvents } from './partners/chat/chat-events.ts'
import { deleteStaleStreams } from './partners/chat/presence.ts'
import { deleteOldShopOrders } from './partners/connectors/merged-orders.ts'
import { deleteOldDeliveries } from './partners/webhooks/delivery-log.ts'
import { deleteOldApplications } from './partners/desk/apply/applications.ts'
import { deleteOldDeskData } from './partners/desk/sign-in-links.ts'
import { deleteExpiredExports } from './operator/exports/exports.ts'
import { deleteOldImports } from './links/imports/imports.ts'
import { deleteOldChanges } from './redirect/edge/origin/read-feed.ts'
import { CLOSED_REPORT_DAYS } from './operator/reports/open-reports.ts'
import { deleteExpiredStaffSessions } from './operator/staff/staff.ts'
import { deleteStoppedServers } from './operator/installation/servers.ts'
import { deleteUnconfirmed } from './people/phone/phone.ts'
import { deleteOldAccountChanges } from './platform/history/account-changes.ts'
import { deleteOldHistory } from './platform/history/versions.ts'
import { IDEMPOTENCY_DAYS } from './platform/http/idempotency.ts'

/** Deletes expired rows. They are no longer used, so any process can do this at any time. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.delete(throttle).where(lt(throttle.resetAt, sql`now()`))
  await db.delete(oneTimeKeys).where(lt(oneTimeKeys.expiresAt, daysAgo(1)))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, daysAgo(IDEMPOTENCY_DAYS)))
  await db.delete(abuseReports).where(lt(abuseReports.handledAt, daysAgo(CLOSED_REPORT_DAYS)))
  // A salt makes the visitors of its day recognizable. Delete it once 48 hours have passed since
  // that day began.
  await db.delete(visitorSalts).where(lt(visitorSalts.day, yesterday))
  await db.delete(ownVisitors).where(lt(ownVisitors.day, yesterday))
  // Journals as old as these cannot be read, because the salts of their days are deleted.
  await db.delete(clickJournals).where(lt(clickJournals.storedAt, daysAgo(30)))
  await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, daysAgo(1)), lt(sessions.revokedAt, daysAgo(1))))
  await deleteOldBrowsers(db)
  await deleteExpiredChallenges(db)
  await deleteExpiredFlows(db)
  await deleteOldRecoveries(db)
  await db.delete(emailConfirmations).where(lt(emailConfirmations.askedAt, daysAgo(30)))
  await deleteUnconfirmed(db)
  await deleteOldInvitations(db)
  await deleteOldApprovals(db)
  await deleteOldCalls(db)
  await deleteExpiredGrants(db)
  await deleteUnusedApps(db)
  await deleteOldActions(db)
  await deleteOldDeskData(db)
  await deleteOldApplications(db)
  await deleteExpiredExports(db)
  await deleteOldImports(db)
  await deleteOldEvents(db)
  await deleteStaleStreams(db)
  await deleteStoppedServers(db)
  await deleteExpiredStaffSessions(db)
  await deleteOldDeliveries(db)
  await deleteOldShopOrders(db)
  await deleteOldChanges(db)
  await deleteOldHistory(db)
  await deleteOldAccountChanges(db)
}

/** Start of the previous UTC day, as a date. */
const yesterday = sql`(now() at time zone 'UTC')::date - 1`
