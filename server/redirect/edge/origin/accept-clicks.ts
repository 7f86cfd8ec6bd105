import type { Deps } from '../../../env.ts'
import { clickId } from '../../clicks/click-id.ts'

/** Clicks that an edge sends together. Numbers of an edge increase; a retry has the same number. */
type Shipment = { edgeId: string; edgeName: string; number: number; lines: string }

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** Line of a click as `toLine` writes it. A line that cannot be counted would block all others. */
const LINE = new RegExp(
  `^${UUID}\\t${UUID}\\t(?:${UUID})?\\t(?:${UUID})?\\t\\d{13}\\t[a-z]+\\t[0-9a-f]{0,16}\\t[^\\t\\0]*\\t(?:phone|tablet|desktop)?(?:\\t[A-Z]{0,2})?$`,
)

/** Returns whether the text consists of complete lines of clicks. */
export const areClicks = (lines: string): boolean =>
  lines.endsWith('\n') &&
  lines
    .slice(0, -1)
    .split('\n')
    .every((line) => LINE.test(line))

/**
 * Stores the clicks of an edge for counting, unless this shipment was stored before: the answer may
 * have been lost. One statement does both, so a shipment is stored exactly once.
 */
export async function acceptClicks(
  { sql, clicks }: Pick<Deps, 'sql' | 'clicks'>,
  { edgeId, edgeName, number, lines }: Shipment,
): Promise<void> {
  const stored = await sql`
    with accepted as (
      insert into edges (id, name, shipments) values (${edgeId}, ${edgeName}, ${number})
      on conflict (id) do update
        set name = excluded.name, shipments = excluded.shipments, seen_at = now()
        where edges.shipments < excluded.shipments
      returning 1)
    insert into click_batches (id, body) select ${clickId(Date.now())}, ${lines} from accepted
    returning 1`
  if (stored.length > 0) clicks.countStored()
}
