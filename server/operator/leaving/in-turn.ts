/**
 * One person after the other. Somebody with whom it fails keeps nobody else from their turn; the first failure
 * is thrown when all have had theirs, so that the job is tried again.
 */
export async function inTurn(
  people: { userId: string }[],
  signal: AbortSignal,
  work: (userId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const { userId } of people) {
    signal.throwIfAborted()
    try {
      await work(userId)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
