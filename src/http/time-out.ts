/** Returns the result of `work`, or `otherwise` if it fails or takes longer than `ms`. */
export async function withTimeout<T>(ms: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms)
  })
  try {
    return await Promise.race([work.catch(() => fallback), timeout])
  } finally {
    clearTimeout(timer)
  }
}
