import type { Tx } from '../../platform/db/client.ts'
import { onboardings } from '../../platform/db/schema.ts'

/** Starts the onboarding of a new user. Runs in the transaction of the sign-up. */
export async function beginOnboarding(tx: Tx, userId: string): Promise<void> {
  await tx.insert(onboardings).values({ userId })
}
