import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { SCOPES } from '#contract/developers/scopes.ts'
import type { ConnectedApp, ConnectedApps } from '#contract/developers/connected-apps.ts'
import type { Db } from '../../platform/db/client.ts'
import { appClients, appGrants } from '../../platform/db/schema.ts'
import { isAppId } from './app-clients.ts'
import { redirectHost } from './redirect-uris.ts'

/** Selects the consents of one user. Every query of this file uses it. */
const ownGrants = (userId: string) => eq(appGrants.userId, userId)

/** Returns the connected apps of a user, newest first. An app can have several consents. */
export async function listApps(db: Db, userId: string): Promise<ConnectedApps> {
  const rows = await db
    .select({ app: appClients, grant: appGrants })
    .from(appGrants)
    .innerJoin(appClients, eq(appClients.id, appGrants.clientId))
    .where(and(ownGrants(userId), isNotNull(appGrants.codeUsedAt)))
    .orderBy(desc(appGrants.createdAt), desc(appGrants.id))
  const byApp = new Map<string, Row[]>()
  for (const row of rows) byApp.set(row.app.id, [...(byApp.get(row.app.id) ?? []), row])
  return { results: [...byApp.values()].map(toConnectedApp) }
}

type Row = { app: typeof appClients.$inferSelect; grant: typeof appGrants.$inferSelect }

function toConnectedApp(rows: Row[]): ConnectedApp {
  const [newest] = rows
  if (!newest) throw new Error('an app without a consent')
  const uses = rows.flatMap(({ grant }) => grant.lastUsedAt?.getTime() ?? [])
  return {
    id: newest.app.id,
    name: newest.app.name,
    redirect_host: redirectHost(newest.grant.redirectUri).host,
    scopes: SCOPES.filter((scope) => rows.some(({ grant }) => grant.scopes.includes(scope))),
    connected_at: newest.grant.createdAt.toISOString(),
    last_used_at: uses.length === 0 ? null : new Date(Math.max(...uses)).toISOString(),
  }
}

/** Returns the ids of a user's consents to an app. Throws 404 if there are none. */
export async function requireGrants(db: Db, userId: string, clientId: string): Promise<string[]> {
  const rows = isAppId(clientId)
    ? await db.select({ id: appGrants.id }).from(appGrants).where(grantsTo(userId, clientId))
    : []
  if (rows.length === 0) throw new HTTPException(404)
  return rows.map(({ id }) => id)
}

const grantsTo = (userId: string, clientId: string) =>
  and(ownGrants(userId), eq(appGrants.clientId, clientId))

/** Ends all connections of an app with this user's account. */
export async function disconnectApp(db: Db, userId: string, clientId: string): Promise<void> {
  if (!isAppId(clientId)) throw new HTTPException(404)
  const ended = await db
    .delete(appGrants)
    .where(grantsTo(userId, clientId))
    .returning({ id: appGrants.id })
  if (ended.length === 0) throw new HTTPException(404)
}
