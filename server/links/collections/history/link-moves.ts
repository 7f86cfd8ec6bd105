import type { Tx } from '../../../platform/db/client.ts'
import type { FieldChanges } from '../../../platform/db/schema/links/history-schema.ts'
import { recordHistory, type Cause } from '../../../platform/history/record.ts'

/** Change of the position of a link in a collection. Null means that it is not in there. */
export type LinkMove = {
  collectionId: string
  linkId: string
  from: number | null
  to: number | null
}

const FIELD = /^link\.(.+)$/

/** Returns the id of the link whose position a change is about, undefined for other fields. */
export const linkIdOf = (name: string): string | undefined => FIELD.exec(name)?.[1]

/** Returns moves of links in one collection as fields of its history. */
export const moveChanges = (moves: LinkMove[]): FieldChanges =>
  Object.fromEntries(moves.map(({ linkId, from, to }) => [`link.${linkId}`, { from, to }]))

/** Records moves of links, as one entry for each collection. */
export async function recordMoves(
  tx: Tx,
  userId: string,
  moves: LinkMove[],
  cause: Cause = {},
): Promise<void> {
  const byCollection = new Map<string, LinkMove[]>()
  for (const move of moves) {
    const own = byCollection.get(move.collectionId)
    if (own) own.push(move)
    else byCollection.set(move.collectionId, [move])
  }
  const entries = [...byCollection].map(([collectionId, own]) => ({
    userId,
    collectionId,
    changes: moveChanges(own),
  }))
  await recordHistory(tx, entries, cause)
}
