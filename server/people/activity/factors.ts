import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db/client.ts'
import { formatDay } from '../accounts/day-of.ts'
import { addItems } from './activity.ts'

/** Tells a user on all devices that a second factor was added or removed. */
export const notifyFactor = (
  tx: Tx,
  { userId, is, name }: { userId: string; is: 'added' | 'removed'; name: string },
) =>
  addItems(tx, [{ userId, kind: `factor-${is}`, cause: randomUUID(), details: { subject: name } }])

/** Tells a user on all devices that someone asked to remove the second factors. */
export const notifyRecovery = (
  tx: Tx,
  { id, userId, endsAt }: { id: string; userId: string; endsAt: Date },
) =>
  addItems(tx, [
    {
      userId,
      kind: 'recovery-started',
      cause: id,
      details: { subject: 'Account recovery', from: formatDay(endsAt) },
    },
  ])
