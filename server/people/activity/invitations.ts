import type { Tx } from '../../platform/db/client.ts'
import { addItems } from './activity.ts'

type BrandInvitation = { userId: string; id: number; brand: string; isAccepted: boolean }

/** Tells a creator that a brand asks for a connection, or that it was accepted automatically. */
export const notifyInvited = (tx: Tx, { userId, id, brand, isAccepted }: BrandInvitation) =>
  addItems(tx, [
    {
      userId,
      kind: isAccepted ? 'brand-connected' : 'brand-invited',
      cause: String(id),
      details: { subject: brand },
    },
  ])
