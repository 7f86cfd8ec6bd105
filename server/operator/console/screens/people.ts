import { and, desc, eq, getTableColumns, inArray, or, sql, type SQL } from 'drizzle-orm'
import { findLink } from '../../../links/link-names.ts'
import { sumsOf } from '../../../money/ledger/balance.ts'
import { hasFactor } from '../../../people/factors/proof.ts'
import { findDeletionRequest } from '../../../people/accounts/leavers.ts'
import { findRecovery, listOpenRecoveries } from '../../../people/factors/recovery/recoveries.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/client.ts'
import { brands, conversions, linkDays, links, pages, users } from '../../../platform/db/schema.ts'
import { pageBySlug } from '../../reports/page-blocks.ts'
import { findTypedName } from '../../typed-links.ts'

const MAX_FOUND = 50
const MAX_ORDERS = 50

export type FoundPerson = { id: string; email: string; name: string; createdAt: Date }

const fullName = sql<string>`trim(${users.nameFirst} || ' ' || ${users.nameLast})`

/** Returns what the operator decided about an account. */
async function restrictionOf(db: Db, id: string) {
  const { restriction, restrictionWhy: why, restrictionRule: rule } = users
  const [row] = await db.select({ restriction, why, rule }).from(users).where(eq(users.id, id))
  return row ?? { restriction: null, why: '', rule: '' }
}

const select = (db: Db, condition: SQL | undefined) =>
  db
    .select({ id: users.id, email: users.email, name: fullName, createdAt: users.createdAt })
    .from(users)
    .where(condition)
    .orderBy(users.email)
    .limit(MAX_FOUND)

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Finds people by email, name, page, short code or order id. */
export async function findPeople(db: Db, config: Config, typed: string): Promise<FoundPerson[]> {
  const text = typed.trim().toLowerCase()
  if (text === '') return []
  const last = text.split('/').at(-1)?.replace(/\+$/, '') ?? ''
  const name = await findTypedName(db, config, typed)
  const link = name === undefined ? undefined : await findLink(db, name)
  const page = await pageBySlug(db, last)
  const orders = await db
    .select({ userId: conversions.userId })
    .from(conversions)
    .where(eq(sql`lower(${conversions.orderId})`, text))
    .limit(MAX_FOUND)
  const owners = [link, page, ...orders].flatMap((row) => (row ? [row.userId] : []))
  const start = `${escaped(text)}%`
  return select(
    db,
    or(
      sql`${users.email} like ${start}`,
      sql`lower(${fullName}) like ${`%${start}`}`,
      owners.length > 0 ? inArray(users.id, owners) : undefined,
    ),
  )
}

/** Returns people who lost their second factor and wait for its removal. */
export async function peopleInRecovery(db: Db): Promise<FoundPerson[]> {
  const ids = (await listOpenRecoveries(db)).map(({ userId }) => userId)
  return ids.length > 0 ? select(db, inArray(users.id, ids)) : []
}

/** Returns what the console shows about a user, or undefined if there is no such account. */
export async function readPerson(db: Db, id: string) {
  const [user] = await select(db, eq(users.id, id))
  if (!user) return undefined
  const [page] = await db.select().from(pages).where(eq(pages.userId, id)).limit(1)
  const { available = 0, held = 0 } = await sumsOf(db, id)
  return {
    user,
    page,
    hasFactor: await hasFactor(db, id),
    recovery: await findRecovery(db, id),
    restricted: await restrictionOf(db, id),
    leaver: await findDeletionRequest(db, id),
    links: await db.$count(links, eq(links.userId, id)),
    clicks: await clicksOf(db, id),
    availableCents: available,
    heldCents: held,
    orders: await ordersOf(db, id),
  }
}
export type PersonView = NonNullable<Awaited<ReturnType<typeof readPerson>>>

async function clicksOf(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${linkDays.human}), 0)::int` })
    .from(linkDays)
    .where(and(eq(linkDays.userId, id), sql`${linkDays.day} > current_date - 30`))
  return row?.count ?? 0
}

const ordersOf = (db: Db, id: string) =>
  db
    .select({ ...getTableColumns(conversions), brand: brands.name })
    .from(conversions)
    .leftJoin(brands, eq(brands.id, conversions.brandId))
    .where(and(eq(conversions.userId, id), eq(conversions.kind, 'commission')))
    .orderBy(desc(sql`${conversions.state} = 'held'`), desc(conversions.id))
    .limit(MAX_ORDERS)

/** Returns the subjects of audit entries about a user, their page and the orders shown. */
export const subjectsOf = ({ user, page, orders }: PersonView): string[] => [
  `user ${user.id}`,
  ...(page ? [`page ${page.slug}`] : []),
  ...orders.map(({ id }) => `order ${id}`),
]
