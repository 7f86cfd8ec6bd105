import { and, count, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { withoutUnseen } from '#contract/common.ts'
import { MAX_APP_NAME, type AppRegistration } from '#contract/developers/connected-apps.ts'
import { shortenText } from '#contract/text/graphemes.ts'
import type { Db } from '../../platform/db/client.ts'
import { appClients, appGrants } from '../../platform/db/schema.ts'
import { newSecret } from '../accounts/one-time-keys.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirectUri, redirectHost } from './redirect-uris.ts'

export type AppClient = typeof appClients.$inferSelect

/** Maximum number of apps that registered and were not allowed by any user. */
export const MAX_UNUSED_APPS = 10_000
/** Number of days for which an app stays registered without a connection. */
const UNUSED_DAYS = 30

/**
 * Registers an app.
 *
 * @throws OAuthError if an address is not allowed or too many unused apps are registered.
 */
export async function registerApp(
  db: Db,
  { client_name, redirect_uris }: AppRegistration,
): Promise<AppClient> {
  if (!redirect_uris.every(isRedirectUri))
    throw new OAuthError(
      'invalid_redirect_uri',
      'Use https addresses, or http on 127.0.0.1, [::1] or localhost.',
    )
  const [unused] = await db
    .select({ apps: count() })
    .from(appClients)
    .where(isNull(appClients.allowedAt))
  if ((unused?.apps ?? 0) >= MAX_UNUSED_APPS)
    throw new OAuthError('temporarily_unavailable', 'Too many apps registered. Try again tomorrow.')
  const name = nameOf(client_name) || redirectHost(redirect_uris[0] ?? '').host
  const [added] = await db
    .insert(appClients)
    .values({ id: newSecret(), name, redirectUris: redirect_uris })
    .returning()
  if (!added) throw new Error('insert returned no row')
  return added
}

/** Returns the name on one line, without characters that could alter the text around it. */
const nameOf = (text: string) =>
  shortenText(withoutUnseen(text).replace(/\s+/g, ' ').trim(), MAX_APP_NAME)

/** Returns whether a text has the form of an app's id. */
export const isAppId = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Returns a registered app; undefined if there is none with this id. */
export async function findApp(db: Db, id: string): Promise<AppClient | undefined> {
  if (!isAppId(id)) return undefined
  const [found] = await db.select().from(appClients).where(eq(appClients.id, id))
  return found
}

/** Deletes apps that nobody has connected for a month. */
export async function deleteUnusedApps(db: Db): Promise<void> {
  const limit = sql`now() - make_interval(days => ${UNUSED_DAYS})`
  const grants = db.select().from(appGrants).where(eq(appGrants.clientId, appClients.id))
  await db
    .delete(appClients)
    .where(
      and(
        lt(appClients.createdAt, limit),
        or(isNull(appClients.allowedAt), lt(appClients.allowedAt, limit)),
        notExists(grants),
      ),
    )
}
