import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { DbOrTx } from '../../platform/db/client.ts'
import { widgets } from '../../platform/db/schema.ts'

export type WidgetRow = typeof widgets.$inferSelect
/** Fields that decide how a widget looks. */
export type WidgetSettings = Pick<
  WidgetRow,
  'userId' | 'collectionId' | 'layout' | 'columns' | 'mostLinks' | 'theme'
>

/** Returns the condition for widgets of this user. All access checks of signed-in calls use it. */
export const ownWidgets = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(widgets.userId, userId), isNull(widgets.deletedAt), ...further)

/** Returns a widget of the user. Throws a 404 for any other id (api.md section 0). */
export async function getWidget(db: DbOrTx, userId: string, id: number): Promise<WidgetRow> {
  const [row] = await db
    .select()
    .from(widgets)
    .where(ownWidgets(userId, eq(widgets.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

/** Result of looking up a public address. */
export type WidgetLookup =
  | { state: 'shown'; widget: WidgetRow }
  | { state: 'missing' | 'gone' | 'blocked' }

export async function findWidget(db: DbOrTx, key: string): Promise<WidgetLookup> {
  const [widget] = await db.select().from(widgets).where(eq(widgets.key, key))
  if (!widget) return { state: 'missing' }
  if (widget.blockedAt) return { state: 'blocked' }
  return widget.deletedAt ? { state: 'gone' } : { state: 'shown', widget }
}
