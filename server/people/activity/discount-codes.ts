import type { Tx } from '../../platform/db/client.ts'
import { addItems } from './activity.ts'

type CodeNews = {
  id: number
  userId: string
  brandId: string
  code: string
  brand: string
  is: 'assigned' | 'ended'
}

/** Tells a creator that a brand gave them a discount code, or ended it. */
export const notifyCode = (tx: Tx, { id, userId, brandId, code, brand, is }: CodeNews) =>
  addItems(tx, [
    { userId, kind: `code-${is}`, cause: String(id), details: { subject: brand, brandId, code } },
  ])
