import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { linkName, shortUrlOf } from '../../links/link-names.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { links, pages, users, widgets, type AppealedKind } from '../../platform/db/schema.ts'
import { releaseAccount } from '../reports/account-blocks.ts'
import { unblockLink } from '../reports/link-blocks.ts'
import { unblockPage } from '../reports/page-blocks.ts'
import { unblockWidget } from '../reports/widget-blocks.ts'

/** Something that was or is blocked, with its owner. */
export type Blockable = {
  userId: string
  email: string
  /** Name in subjects of actions: name of a link (`linkName`), slug, key, or id of a user. */
  name: string
  /** Time of the present block; null if it is not blocked. */
  blockedAt: Date | null
  blockWhy: string
  blockRule: string
}
type Row = Omit<Blockable, 'email'>
type Reader = (db: DbOrTx, id: string) => Promise<Row | undefined>

const numberIn = (id: string) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)

const READERS: Record<AppealedKind, Reader> = {
  async link(db, id) {
    const [row] = v.is(Uuid, id) ? await db.select().from(links).where(eq(links.id, id)) : []
    return row && { ...row, name: linkName(row) }
  },
  async page(db, id) {
    const [row] = await db
      .select()
      .from(pages)
      .where(eq(pages.id, numberIn(id)))
    return row && { ...row, name: row.slug }
  },
  async widget(db, id) {
    const [row] = await db
      .select()
      .from(widgets)
      .where(eq(widgets.id, numberIn(id)))
    return row && { ...row, name: row.key }
  },
  async user(db, id) {
    const [row] = v.is(Uuid, id) ? await db.select().from(users).where(eq(users.id, id)) : []
    return (
      row && {
        userId: id,
        name: id,
        blockedAt: row.restrictedAt,
        blockWhy: row.restrictionWhy,
        blockRule: row.restrictionRule,
      }
    )
  },
}

/** Returns something that can be blocked, or undefined if it is deleted. */
export async function readBlockable(
  db: DbOrTx,
  about: AppealedKind,
  id: string,
): Promise<Blockable | undefined> {
  const row = await READERS[about](db, id)
  const [user] = row
    ? await db.select({ email: users.email }).from(users).where(eq(users.id, row.userId))
    : []
  if (!row || !user) return undefined
  const { userId, name, blockedAt, blockWhy, blockRule } = row
  return { userId, email: user.email, name, blockedAt, blockWhy, blockRule }
}

type Target = { id: string; name: string }

/** Unblocks something. Only the id of a link is unique. */
export const UNBLOCKS: Record<AppealedKind, (tx: Tx, target: Target) => Promise<unknown>> = {
  link: (tx, { id }) => unblockLink(tx, id),
  page: (tx, { name }) => unblockPage(tx, name),
  widget: (tx, { name }) => unblockWidget(tx, name),
  user: (tx, { id }) => releaseAccount(tx, id),
}

/** Returns what an appeal is about, as users know it, for example "your link split.example/s/lamp". */
export async function shownName(
  { db, config }: { db: DbOrTx; config: Config },
  about: AppealedKind,
  { id, name }: Target,
): Promise<string> {
  const site = new URL(config.appOrigin).host
  switch (about) {
    case 'link': {
      const url = (await shortUrlOf(db, id, config)) ?? `${config.shortLinkHost}/${name}`
      return `your link ${url.replace(/^https?:\/\//, '')}`
    }
    case 'page':
      return `your page ${site}/p/${name}`
    case 'widget':
      return `your widget ${site}/w/${name}`
    case 'user':
      return 'your account'
    default:
      return about satisfies never
  }
}
