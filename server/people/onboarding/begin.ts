import type { Tx } from '../../platform/db/client.ts'
import { onboardings } from '../../platform/db/schema.ts'

/** For somebody who has just signed up, in the transaction of that. */
export async function beginOnboarding(tx: Tx, userId: string): Promise<void> {
  await tx.insert(onboardings).values({ userId })
}
