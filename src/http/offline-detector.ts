/** Delay before the second attempt. Shorter interruptions are not reported. */
const RETRY_DELAY_MS = 2500

type Callbacks = {
  /** Returns whether our server answers now. */
  probe: () => Promise<boolean>
  onChange: (connection: 'online' | 'offline') => void
  wait?: (ms: number) => Promise<void>
}

export type OfflineDetector = {
  /** Call when our server has answered, with any status. */
  reached(): void
  /**
   * Call when a request got no answer. Resolves when it is known whether the connection is lost.
   */
  failed(): Promise<void>
}

/**
 * Creates a detector that reports "offline" after two failed attempts and "online" after the first
 * answer. Each loss is reported, even repeatedly, because the listener may have changed its state
 * meanwhile.
 */
export function createOfflineDetector({
  probe,
  onChange,
  wait = sleep,
}: Callbacks): OfflineDetector {
  let isOnline = false
  let answers = 0
  let checking: Promise<void> | undefined

  function reached() {
    answers += 1
    if (!isOnline) onChange('online')
    isOnline = true
  }

  async function check() {
    const before = answers
    await wait(RETRY_DELAY_MS)
    if (answers !== before) return
    if (await probe()) return reached()
    if (answers !== before) return
    isOnline = false
    onChange('offline')
  }

  return {
    reached,
    failed: () => (checking ??= check().finally(() => (checking = undefined))),
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
