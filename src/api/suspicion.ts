/** Two failed tries in a row, this far apart, make a connection lost (offline.md 25). */
const SECOND_TRY_MS = 2500
/** While lost, asked again after these; the last one repeats for as long as somebody keeps asking. */
const RETRY_MS = [3000, 5000, 10_000, 20_000, 30_000]

type Options = {
  /** Whether our server answers right now. */
  probe: () => Promise<boolean>
  onChange: (state: 'online' | 'offline') => void
  wait?: (ms: number) => Promise<void>
  /** How many probes after the connection is lost; the page's own calls also end it. */
  patience?: number
}

export type Suspicion = {
  reached(): void
  /** Resolves when it is known whether this was a gap or a lost connection. */
  failed(): Promise<void>
}

/**
 * Turns single failures into "offline" without flickering on short gaps: one failed call is checked
 * by a second try, and the first good answer ends it.
 */
export function createSuspicion({
  probe,
  onChange,
  wait = sleep,
  patience = 12,
}: Options): Suspicion {
  let state: 'unknown' | 'online' | 'offline' = 'unknown'
  let checking: Promise<void> | undefined
  /** Counts good answers, so that a probe notices one that came meanwhile. */
  let answers = 0

  function become(next: 'online' | 'offline') {
    if (state === next) return
    state = next
    onChange(next)
  }

  function reached() {
    answers += 1
    become('online')
  }

  async function check() {
    const before = answers
    await wait(SECOND_TRY_MS)
    if (answers !== before) return
    if (await probe()) return reached()
    if (answers === before) become('offline')
    await askAgain(0)
  }

  async function askAgain(times: number): Promise<void> {
    if (state !== 'offline' || times >= patience) return
    await wait(RETRY_MS[Math.min(times, RETRY_MS.length - 1)] ?? SECOND_TRY_MS)
    if (state === 'offline' && (await probe())) reached()
    return askAgain(times + 1)
  }

  return {
    reached,
    failed: () => (checking ??= check().finally(() => (checking = undefined))),
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
