import type { Tx } from '../../platform/db/client.ts'
import { tell, type BlockFacts } from './activity.ts'

type TheirWidget = { id: number; userId: string; name: string }

/** The operator took a widget down, for this reason. */
export const notifyWidgetBlocked = (
  tx: Tx,
  { id, userId, name: subject }: TheirWidget,
  since: Date,
  block: BlockFacts,
) => {
  const cause = `${id}:${since.toISOString()}`
  return tell(tx, [{ userId, kind: 'widget-blocked', cause, details: { subject, ...block } }])
}

/** A widget that was blocked since then is back. */
export const notifyWidgetUnblocked = (
  tx: Tx,
  { id, userId, name: subject }: TheirWidget,
  since: Date,
) => {
  const cause = `${id}:${since.toISOString()}`
  return tell(tx, [{ userId, kind: 'widget-unblocked', cause, details: { subject } }])
}
