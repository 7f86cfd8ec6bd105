/**
 * Returns the result of `work`, or `fallback` if it takes longer than `ms`. The timer does not keep
 * the process alive.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, fallback).unref()
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
