import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { sections } from '../../platform/db/schema.ts'
import { IN_ORDER, ownSections } from './section-rows.ts'

export async function sectionOrder(tx: Tx, userId: string): Promise<number[]> {
  const rows = await tx
    .select({ id: sections.id })
    .from(sections)
    .where(ownSections(userId))
    .orderBy(...IN_ORDER)
  return rows.map(({ id }) => id)
}

/**
 * Sets the order of all sections of a user, numbered from 0 without gaps. Returns whether one has
 * moved.
 */
export async function setOrder(tx: Tx, userId: string, ids: number[]): Promise<boolean> {
  const places = JSON.stringify(ids.map((id, position) => ({ id, position })))
  const moved = await tx
    .update(sections)
    .set({ position: sql`placed.position` })
    .from(sql`jsonb_to_recordset(${places}::jsonb) as placed(id int, position int)`)
    .where(
      ownSections(
        userId,
        sql`${sections.id} = placed.id and ${sections.position} <> placed.position`,
      ),
    )
    .returning({ id: sections.id })
  return moved.length > 0
}

/** Moves a section to a position, or to the end if there are fewer sections. */
export async function moveSection(
  tx: Tx,
  userId: string,
  id: number,
  position: number,
): Promise<boolean> {
  const others = (await sectionOrder(tx, userId)).filter((one) => one !== id)
  return setOrder(tx, userId, others.toSpliced(position, 0, id))
}
