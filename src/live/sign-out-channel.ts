import { dropUnfinished } from '#http/page-cache.ts'
import { readSession } from './signed-in.ts'

const CHANNEL = 'split-session'
/**
 * Id of this tab. A tab also receives its own message, after it has wiped its data and maybe signed
 * in another user.
 */
const THIS_TAB = crypto.randomUUID()

/**
 * Calls the listener when another tab has signed out, so that this tab stops showing the user's
 * rows. Small and independent of the database, so that a tab can listen from the start.
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

/**
 * Checks the session when the browser restores this page from the back/forward cache, where a page
 * receives no messages.
 */
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
