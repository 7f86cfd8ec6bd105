import { probe as probeServer } from '#http/probe.ts'

type Connection = 'online' | 'offline'

/** A gap shorter than this between two tries is no news for anyone. */
const SECOND_TRY_AFTER_MS = 2500
const RECHECK_DELAYS_MS = [5000, 10_000, 20_000, 30_000] as const

export type Connectivity = ReturnType<typeof watchConnection>

/**
 * Decides between online and offline. The browser's and the worker's word counts at once; our own
 * suspicion needs two failed tries, and while it lasts the server is asked again now and then.
 */
export function watchConnection(
  tell: (connection: Connection) => void,
  probe: () => Promise<boolean> = probeServer,
) {
  let connection: Connection = 'online'
  let suspicion: Promise<boolean> | null = null
  let recheckTimer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let foundAt = 0

  function become(next: Connection) {
    if (next === 'online') clearTimeout(recheckTimer)
    if (next === connection) return
    connection = next
    tell(next)
  }

  /** Any answer of our server, whatever it says. */
  function heard() {
    heardAt = Date.now()
    // It may have been under way already when the browser lost the connection.
    if (connection === 'offline' && !navigator.onLine) void check()
    else become('online')
  }

  /** The worker has tried twice already, unless the connection came back while its word was on the way. */
  function workerLost() {
    if (Date.now() - Math.max(heardAt, foundAt) < SECOND_TRY_AFTER_MS) void suspect()
    else lost()
  }

  function lost() {
    if (connection === 'offline') return
    become('offline')
    recheck(0)
  }

  /** Says whether the server can be reached after all. */
  function suspect(): Promise<boolean> {
    if (connection === 'offline') return Promise.resolve(false)
    suspicion ??= tryTwice().finally(() => (suspicion = null))
    return suspicion
  }

  async function tryTwice(): Promise<boolean> {
    const started = Date.now()
    if (await probe()) return true
    await pause(Math.max(0, started + SECOND_TRY_AFTER_MS - Date.now()))
    if ((await probe()) || heardAt > started) return true
    lost()
    return false
  }

  /** One try, at a person's wish or on waking up. */
  async function check(): Promise<boolean> {
    const reached = await probe()
    if (reached) {
      heardAt = Date.now()
      become('online')
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

  /** The browser tells us when this is over, so nothing is asked meanwhile. */
  function browserLost() {
    clearTimeout(recheckTimer)
    become('offline')
  }

  /** The flag may mean no more than a cable: believed at once, and then checked. */
  function browserFound() {
    foundAt = Date.now()
    become('online')
    void suspect()
  }

  function woke() {
    if (document.visibilityState === 'visible' && connection === 'offline') void check()
  }

  window.addEventListener('offline', browserLost)
  window.addEventListener('online', browserFound)
  document.addEventListener('visibilitychange', woke)
  if (!navigator.onLine) browserLost()

  function stop() {
    clearTimeout(recheckTimer)
    window.removeEventListener('offline', browserLost)
    window.removeEventListener('online', browserFound)
    document.removeEventListener('visibilitychange', woke)
  }

  return { heard, lost: workerLost, suspect, check, stop }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
