import { dropUnfinished } from '#http/page-cache.ts'
import { readSession } from './signed-in.ts'

const CHANNEL = 'split-session'
/** A channel is heard in its own tab too, which has wiped already and may have a new person. */
const THIS_TAB = crypto.randomUUID()

/**
 * Runs when another tab has signed out: this one must not go on showing that person's rows.
 * Small and free of the database, so that a tab hears it from its first moment on.
 */
export function hearSignOut(listener: () => void): () => void {
  const stopLooking = lookWhenShownAgain(listener)
  if (typeof BroadcastChannel === 'undefined') return stopLooking
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data !== THIS_TAB) listener()
  })
  return () => {
    stopLooking()
    channel.close()
  }
}

/** A page that the browser keeps for whoever goes back hears nothing there. */
function lookWhenShownAgain(listener: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let token: string | undefined
  const left = ({ persisted }: PageTransitionEvent) => {
    if (persisted) token = readSession()?.token
  }
  window.addEventListener('pagehide', left, { signal })
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || token === undefined || readSession()?.token === token) return
    dropUnfinished()
    listener()
  }
  window.addEventListener('pageshow', shown, { signal })
  return () => stop.abort()
}

export function tellSignOut(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage(THIS_TAB)
  channel.close()
}
