import { POLL_DELAYS_MS, POLL_TIMEOUT_MS, PROGRESS_STEPS } from '#contract/limits.ts'

/** Progress of reading a target page in percent, and whether it failed. */
export interface Extraction {
  progress: number
  failed: boolean
}

export interface ExtractionWatch {
  /** Progress on the server at the start; the simulation continues from it. */
  progress: number
  /** Time when the reading began. Leaving and returning does not restart the five minutes. */
  startedAt: number
  /**
   * Requests the progress from the server, without an error dialog, because the row shows the
   * failure.
   */
  poll: (signal: AbortSignal) => Promise<number>
  report: (extraction: Extraction) => void
}

/** Maximum simulated progress; only the server reports 100. */
const SIMULATED_END = 99

/** Returns the milliseconds until the next simulated step. */
export function stepDelay(progress: number): number {
  return PROGRESS_STEPS.find(({ from }) => progress >= from)?.every ?? PROGRESS_STEPS[0].every
}

/** Returns the delay before a poll; the last delay repeats. */
export function pollDelay(round: number): number {
  return POLL_DELAYS_MS[round] ?? POLL_DELAYS_MS[POLL_DELAYS_MS.length - 1] ?? 0
}

/**
 * Runs the simulation and the polling for one link until the server reports 100, a poll fails or
 * five minutes have passed. Returns a function that stops it and aborts a pending poll.
 */
export function watchExtraction({ progress, startedAt, poll, report }: ExtractionWatch) {
  const aborter = new AbortController()
  let shown = Math.min(progress, SIMULATED_END)
  let step: ReturnType<typeof setTimeout> | undefined
  let round = 0
  let next: ReturnType<typeof setTimeout> | undefined

  function show(value: number, failed = false) {
    shown = value
    report({ progress: value, failed })
  }

  function stop() {
    clearTimeout(step)
    clearTimeout(next)
    clearTimeout(deadline)
    aborter.abort()
  }

  function fail() {
    stop()
    show(shown, true)
  }

  function scheduleStep() {
    clearTimeout(step)
    if (shown >= SIMULATED_END) return
    step = setTimeout(() => {
      show(shown + 1)
      scheduleStep()
    }, stepDelay(shown))
  }

  function handleProgress(server: number) {
    if (server >= 100) {
      stop()
      show(100)
      return
    }
    if (server > shown) {
      show(Math.min(server, SIMULATED_END))
      scheduleStep()
    }
    schedulePoll()
  }

  function schedulePoll() {
    next = setTimeout(() => {
      poll(aborter.signal).then(
        (server) => !aborter.signal.aborted && handleProgress(server),
        () => !aborter.signal.aborted && fail(),
      )
    }, pollDelay(round))
    round += 1
  }

  const deadline = setTimeout(fail, Math.max(0, startedAt + POLL_TIMEOUT_MS - Date.now()))
  scheduleStep()
  schedulePoll()
  return stop
}
