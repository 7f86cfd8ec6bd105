import { POLL_DELAYS_MS, POLL_GIVE_UP_MS, PROGRESS_STEPS } from '#contract/limits.ts'

/** What a row shows of the reading of its target page: percent, and whether it was given up. */
export interface Extraction {
  progress: number
  failed: boolean
}

export interface ExtractionWatch {
  /** The server's value at the start; the simulation begins there. */
  progress: number
  /** When the reading began, so that leaving and coming back does not restart the five minutes. */
  startedAt: number
  /** Asks the server for its value; quiet, because a failed poll is the row's own affair. */
  poll: (signal: AbortSignal) => Promise<number>
  report: (extraction: Extraction) => void
}

/** 100 is the server's word alone. */
const SIMULATED_END = 99

/** Milliseconds until the next simulated point. */
export function stepDelay(progress: number): number {
  return PROGRESS_STEPS.find(({ from }) => progress >= from)?.every ?? PROGRESS_STEPS[0].every
}

/** The last delay repeats (D-26). */
export function pollDelay(round: number): number {
  return POLL_DELAYS_MS[round] ?? POLL_DELAYS_MS[POLL_DELAYS_MS.length - 1] ?? 0
}

/**
 * Runs the simulation and the polling of one link until the server says 100, a poll fails or five
 * minutes have passed (D-26). The returned function ends it and drops a poll under way.
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

  function answered(server: number) {
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
        (server) => !aborter.signal.aborted && answered(server),
        () => !aborter.signal.aborted && fail(),
      )
    }, pollDelay(round))
    round += 1
  }

  const deadline = setTimeout(fail, Math.max(0, startedAt + POLL_GIVE_UP_MS - Date.now()))
  scheduleStep()
  schedulePoll()
  return stop
}
