import { eq } from 'drizzle-orm'
import { addressHistory } from '../../../links/link-addresses.ts'
import { findLink, linkName } from '../../../links/link-names.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/client.ts'
import { collections, users } from '../../../platform/db/schema.ts'
import { findTypedName, isOnOtherHost } from '../../typed-links.ts'
import { keyIn } from '../../widgets.ts'
import { widgetByKey } from '../../reports/widget-blocks.ts'

const MAX_CHANGES = 100

type Owned = { userId: string; blockedAt: Date | null; blockWhy: string; blockRule: string }

async function ownerOf(db: Db, { userId }: Pick<Owned, 'userId'>) {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { id: userId, email: user?.email ?? null }
}

/** Returns what the console shows about a link, or undefined if no link has this id or name. */
export async function readLink(db: Db, idOrName: string) {
  const link = await findLink(db, idOrName)
  return (
    link && {
      link,
      name: linkName(link),
      owner: await ownerOf(db, link),
      changes: await addressHistory(db, link.id, MAX_CHANGES),
    }
  )
}
export type LinkView = NonNullable<Awaited<ReturnType<typeof readLink>>>

/** Returns what the console shows about a widget, or undefined if there is none. */
export async function readWidget(db: Db, key: string) {
  const widget = await widgetByKey(db, key)
  if (!widget) return undefined
  const { collectionId } = widget
  const [collection] =
    collectionId === null
      ? []
      : await db
          .select({ name: collections.name })
          .from(collections)
          .where(eq(collections.id, collectionId))
  return { widget, owner: await ownerOf(db, widget), collection: collection?.name ?? null }
}
export type WidgetView = NonNullable<Awaited<ReturnType<typeof readWidget>>>

/** Returns the path of the link or widget with this code or address, or undefined. */
export async function findThing(
  db: Db,
  config: Config,
  typed: string,
): Promise<string | undefined> {
  const text = typed.trim()
  const key = isOnOtherHost(text, config) ? undefined : keyIn(text)
  if (key !== undefined && (await widgetByKey(db, key))) return widgetPath(key)
  const name = await findTypedName(db, config, text)
  const link = name === undefined ? undefined : await findLink(db, name)
  return link && linkPath(link.id)
}

export const linkPath = (id: string) => `/console/links/${id}`
export const widgetPath = (key: string) => `/console/widgets/${key}`
