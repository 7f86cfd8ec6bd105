import type { Tx } from '../../platform/db/client.ts'
import { tell } from './activity.ts'

type Invited = { userId: string; id: number; brand: string; isAccepted: boolean }

/** A brand wants to know who somebody is, or knows it now: they accept such wishes by themselves. */
export const notifyInvited = (tx: Tx, { userId, id, brand, isAccepted }: Invited) =>
  tell(tx, [
    {
      userId,
      kind: isAccepted ? 'brand-connected' : 'brand-invited',
      cause: String(id),
      details: { subject: brand },
    },
  ])
