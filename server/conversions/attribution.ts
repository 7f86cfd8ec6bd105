import { eq } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { clickEvents, links } from '../db/schema.ts'
import { linkByCode } from '../links/coded-links.ts'
import type { AttributedBy } from './conversions-schema.ts'
import type { PostbackInput } from './postback-input.ts'
import type { BrandRow } from './rates.ts'

export type Attributed = {
  by: AttributedBy
  userId: string
  linkId: string
  linkName: string
  click: { id: string; at: Date; kind: number } | null
}

type Said = Pick<PostbackInput, 'clickId' | 'code'>

/**
 * Whose order it is: by the click, or by a creator's code; where both are known, the brand's terms say
 * which. A link that is hidden, ended or blocked earns like any other.
 */
export async function attribute(
  db: DbOrTx,
  brand: BrandRow,
  { clickId, code }: Said,
): Promise<Attributed | undefined> {
  const byClick = () => (clickId === null ? undefined : ofClick(db, brand, clickId))
  const byCode = () => (code === '' ? undefined : ofCode(db, brand, code))
  return brand.attribution === 'code_first'
    ? ((await byCode()) ?? (await byClick()))
    : ((await byClick()) ?? (await byCode()))
}

/** A click that led to this brand; another's is as good as none. */
async function ofClick(db: DbOrTx, { id }: BrandRow, clickId: string) {
  const [row] = await db
    .select({ click: clickEvents, link: { userId: links.userId, name: links.name } })
    .from(clickEvents)
    .innerJoin(links, eq(links.id, clickEvents.linkId))
    .where(eq(clickEvents.id, clickId))
  if (!row || row.click.brandId !== id) return undefined
  const { linkId, at, kind } = row.click
  const { userId, name: linkName } = row.link
  return { by: 'click', userId, linkId, linkName, click: { id: clickId, at, kind } } as const
}

async function ofCode(db: DbOrTx, { id }: BrandRow, code: string) {
  const link = await linkByCode(db, code)
  if (!link || link.brandId !== id) return undefined
  const { userId, id: linkId, name: linkName } = link
  return { by: 'code', userId, linkId, linkName, click: null } as const
}

const YOUNG_MS = 10 * 60 * 1000
/** Clocks of two machines differ. */
const AHEAD_MS = 60 * 1000

/** A click id of ours so young that its click may still wait to be counted. */
export function isYoung(clickId: string, at: Date): boolean {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(clickId)) return false
  const age = at.getTime() - Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16)
  return age < YOUNG_MS && age > -AHEAD_MS
}
