import type { Tx } from '../../platform/db/client.ts'
import { addItems, type BlockFacts } from './activity.ts'

type OwnedWidget = { id: number; userId: string; name: string }

/** Tells the owner that the operator blocked a widget. */
export const notifyWidgetBlocked = (
  tx: Tx,
  { id, userId, name: subject }: OwnedWidget,
  since: Date,
  block: BlockFacts,
) => {
  const cause = `${id}:${since.toISOString()}`
  return addItems(tx, [{ userId, kind: 'widget-blocked', cause, details: { subject, ...block } }])
}

/** Tells the owner that a widget is no longer blocked. `since` is the time of the block. */
export const notifyWidgetUnblocked = (
  tx: Tx,
  { id, userId, name: subject }: OwnedWidget,
  since: Date,
) => {
  const cause = `${id}:${since.toISOString()}`
  return addItems(tx, [{ userId, kind: 'widget-unblocked', cause, details: { subject } }])
}
