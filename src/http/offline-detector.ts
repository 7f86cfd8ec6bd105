/** A gap shorter than this between two tries is no news for anyone (offline 25). */
const SECOND_TRY_MS = 2500

type Callbacks = {
  /** Whether our server answers right now. */
  probe: () => Promise<boolean>
  tell: (connection: 'online' | 'offline') => void
  wait?: (ms: number) => Promise<void>
}

export type OfflineDetector = {
  /** Our server answered, whatever it said. */
  reached(): void
  /** A call got no answer. Resolves when it is known whether that was a gap or a lost connection. */
  failed(): Promise<void>
}

/**
 * Makes "offline" out of two failed tries and never out of one, and "online" out of the first good
 * answer. A loss is told each time it is found: the listener may have thought otherwise meanwhile.
 */
export function createOfflineDetector({ probe, tell, wait = sleep }: Callbacks): OfflineDetector {
  let isOnline = false
  let answers = 0
  let checking: Promise<void> | undefined

  function reached() {
    answers += 1
    if (!isOnline) tell('online')
    isOnline = true
  }

  async function check() {
    const before = answers
    await wait(SECOND_TRY_MS)
    if (answers !== before) return
    if (await probe()) return reached()
    if (answers !== before) return
    isOnline = false
    tell('offline')
  }

  return {
    reached,
    failed: () => (checking ??= check().finally(() => (checking = undefined))),
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
