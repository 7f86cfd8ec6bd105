/**
 * Processes users one after the other. A failure does not stop the others; the first error is
 * thrown at the end, so that the job is retried.
 */
export async function forEachUser(
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
