/** Returns the result of `work`, or `otherwise` if it fails or takes longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  try {
    return await Promise.race([work.catch(() => otherwise), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
