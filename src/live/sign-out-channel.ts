import { dropInterruptedWork } from '#http/page-cache.ts'
import { readSession } from './signed-in.ts'

const CHANNEL = 'split-session'
/**
 * Id of this tab. A tab also receives its own message, after it has wiped its data and maybe signed
 * in another user.
 */
const TAB_ID = crypto.randomUUID()

/**
 * Calls the listener when another tab has signed out, so that this tab stops showing the user's
 * rows. Small and independent of the database, so that a tab can listen from the start.
 */
export function onSignOut(listener: () => void): () => void {
  const stopChecking = checkOnPageShow(listener)
  if (typeof BroadcastChannel === 'undefined') return stopChecking
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    if (data !== TAB_ID) listener()
  })
  return () => {
    stopChecking()
    channel.close()
  }
}

/**
 * Checks the session when the browser restores this page from the back/forward cache, where a page
 * receives no messages.
 */
function checkOnPageShow(listener: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let token: string | undefined
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) token = readSession()?.token
  }
  window.addEventListener('pagehide', onPageHide, { signal })
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || token === undefined || readSession()?.token === token) return
    dropInterruptedWork()
    listener()
  }
  window.addEventListener('pageshow', onPageShow, { signal })
  return () => stop.abort()
}

export function announceSignOut(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage(TAB_ID)
  channel.close()
}
