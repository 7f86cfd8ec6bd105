import { eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  appeals,
  conversions,
  type links,
  missingSales,
  operatorSettings,
  payoutBatches,
  redemptions,
  staff,
  users,
  vouchers,
} from '../../platform/db/schema.ts'
import { findApplication } from '../../partners/desk/apply/applications.ts'
import { findDeletionRequest } from '../../people/accounts/leavers.ts'
import { findLink, linkName } from '../../links/link-names.ts'
import { pageBySlug } from '../reports/page-blocks.ts'
import { widgetByKey } from '../reports/widget-blocks.ts'
import { readNamedEntry } from '../content/read-entries.ts'
import type { Json } from './audit-log.ts'

type State = { [name: string]: Json } | null
type Blocked = Pick<typeof links.$inferSelect, 'blockedAt' | 'blockWhy' | 'blockRule'>

/** Readers of the state that an action can change, by kind of subject. */
const READERS: Record<string, (db: DbOrTx, name: string) => Promise<State>> = {
  link: async (db, name) => blockOf(await findLink(db, name)),
  page: async (db, slug) => blockOf(await pageBySlug(db, slug)),
  widget: async (db, key) => blockOf(await widgetByKey(db, key)),
  async user(db, id) {
    const [user] = v.is(Uuid, id) ? await db.select().from(users).where(eq(users.id, id)) : []
    if (!user) return null
    const leaver = await findDeletionRequest(db, id)
    return {
      restriction: user.restriction,
      why: user.restrictionWhy,
      rule: user.restrictionRule,
      deletion_at: leaver?.deletionAt.toISOString() ?? null,
    }
  },
  async appeal(db, id) {
    const [row] = await db
      .select()
      .from(appeals)
      .where(eq(appeals.id, Number(id)))
    return row ? { about: `${row.about} ${row.name}`, decision: row.decision } : null
  },
  async application(db, id) {
    const row = await findApplication(db, Number(id))
    return row ? { decision: row.decision, brand: row.brandKey } : null
  },
  async order(db, id) {
    const [row] = await db
      .select()
      .from(conversions)
      .where(eq(conversions.id, Number(id)))
    return row ? { state: row.state } : null
  },
  async sale(db, id) {
    const [row] = await db
      .select()
      .from(missingSales)
      .where(eq(missingSales.id, Number(id)))
    return row ? { state: row.state } : null
  },
  async payouts(db, ids) {
    const rows = await db
      .select({ id: redemptions.id, state: redemptions.state })
      .from(redemptions)
      .where(inArray(redemptions.id, ids.split(' ').map(Number)))
      .orderBy(redemptions.id)
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  },
  // Before it is opened, a batch has a name instead of a number.
  async batch(db, id) {
    const [row] = /^\d{1,9}$/.test(id)
      ? await db
          .select()
          .from(payoutBatches)
          .where(eq(payoutBatches.id, Number(id)))
      : []
    return row ? { method: row.method } : null
  },
  entry: readEntryState,
  async staff(db, email) {
    const [row] = await db.select().from(staff).where(eq(staff.email, email))
    return row ? { role: row.role } : null
  },
  // An import can be refused in part. The counts show what was stored.
  file: async (db) => ({
    orders: await db.$count(conversions),
    gift_cards: await db.$count(vouchers),
  }),
  async maintenance(db) {
    const isPause = eq(operatorSettings.key, 'maintenance')
    const [row] = await db.select().from(operatorSettings).where(isPause)
    return { on: row !== undefined }
  },
}

/** Returns an entry of the content file. Values that are not set are null. */
async function readEntryState(db: DbOrTx, name: string): Promise<State> {
  const entry = await readNamedEntry(db, name)
  if (entry === null) return null
  return Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [field, (value ?? null) as Json]),
  )
}

const blockOf = (row: Blocked | undefined): State =>
  row ? { blocked: row.blockedAt !== null, why: row.blockWhy, rule: row.blockRule } : null

/**
 * Returns the subject for the log and the subject by which its state is read. A link has its current
 * name in the log; two links on a domain can have one name, so the state is read by the id.
 */
export async function resolveSubject(db: DbOrTx, subject: string) {
  const name = subject.startsWith('link ') ? subject.slice('link '.length) : ''
  const link = name === '' ? undefined : await findLink(db, name)
  return link
    ? { shown: `link ${linkName(link)}`, stored: `link ${link.id}` }
    : { shown: subject, stored: subject }
}

/** Returns what an action can change about a subject; null if it does not exist or has no state. */
export async function readState(db: DbOrTx, subject: string): Promise<State> {
  const [kind = '', ...name] = subject.split(' ')
  const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined
  return (await read?.(db, name.join(' '))) ?? null
}
