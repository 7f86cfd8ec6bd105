import { probe as probeServer } from '#http/probe.ts'

type Connection = 'online' | 'offline'

/** Delay before the second attempt. Shorter interruptions are not reported. */
const SECOND_TRY_DELAY_MS = 2500
const RECHECK_DELAYS_MS = [5000, 10_000, 20_000, 30_000] as const

export type Connectivity = ReturnType<typeof watchConnection>

/**
 * Detects whether the app is online. Events of the browser and the worker count at once. Without
 * them, offline needs two failed attempts. While offline, the server is checked at intervals.
 */
export function watchConnection(
  onChange: (connection: Connection) => void,
  probe: () => Promise<boolean> = probeServer,
) {
  let connection: Connection = 'online'
  let runningCheck: Promise<boolean> | null = null
  let recheckTimer: ReturnType<typeof setTimeout> | undefined
  let answeredAt = 0
  let browserOnlineAt = 0

  function setConnection(next: Connection) {
    if (next === 'online') clearTimeout(recheckTimer)
    if (next === connection) return
    connection = next
    onChange(next)
  }

  /** Called for any answer of our server. */
  function heard() {
    answeredAt = Date.now()
    // The answer may have been on its way when the browser lost the connection.
    if (connection === 'offline' && !navigator.onLine) void check()
    else setConnection('online')
  }

  /**
   * Called when the worker is offline. The worker has tried twice, so the app goes offline without
   * another check, unless an answer or the browser's own connection arrived just now.
   */
  function workerLost() {
    if (Date.now() - Math.max(answeredAt, browserOnlineAt) < SECOND_TRY_DELAY_MS) void suspect()
    else goOffline()
  }

  function goOffline() {
    if (connection === 'offline') return
    setConnection('offline')
    recheck(0)
  }

  /** Returns whether the server can be reached, after up to two attempts. */
  function suspect(): Promise<boolean> {
    if (connection === 'offline') return Promise.resolve(false)
    runningCheck ??= tryTwice().finally(() => (runningCheck = null))
    return runningCheck
  }

  async function tryTwice(): Promise<boolean> {
    const started = Date.now()
    if (await probe()) return true
    await pause(Math.max(0, started + SECOND_TRY_DELAY_MS - Date.now()))
    if ((await probe()) || answeredAt > started) return true
    goOffline()
    return false
  }

  /** Checks the server once, at the user's request or on wake-up. */
  async function check(): Promise<boolean> {
    const reached = await probe()
    if (reached) {
      answeredAt = Date.now()
      setConnection('online')
    }
    return reached
  }

  function recheck(tries: number) {
    clearTimeout(recheckTimer)
    const delay = RECHECK_DELAYS_MS[Math.min(tries, RECHECK_DELAYS_MS.length - 1)]
    recheckTimer = setTimeout(() => void checkAgain(tries), delay)
  }

  async function checkAgain(tries: number) {
    if (!(await check()) && connection === 'offline') recheck(tries + 1)
  }

  /** Stops checking, because the browser reports when it is online again. */
  function browserLost() {
    clearTimeout(recheckTimer)
    setConnection('offline')
  }

  /**
   * Becomes online at once, then checks: the browser's flag may only mean that a cable is
   * connected.
   */
  function browserFound() {
    browserOnlineAt = Date.now()
    setConnection('online')
    void suspect()
  }

  function onVisible() {
    if (document.visibilityState === 'visible' && connection === 'offline') void check()
  }

  window.addEventListener('offline', browserLost)
  window.addEventListener('online', browserFound)
  document.addEventListener('visibilitychange', onVisible)
  if (!navigator.onLine) browserLost()

  function stop() {
    clearTimeout(recheckTimer)
    window.removeEventListener('offline', browserLost)
    window.removeEventListener('online', browserFound)
    document.removeEventListener('visibilitychange', onVisible)
  }

  return { heard, lost: workerLost, suspect, check, stop }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
