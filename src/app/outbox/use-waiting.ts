import { useSyncExternalStore } from 'react'
import type { Entry } from '#mirror/outbox/entries.ts'
import { pageOutbox } from '#live/outbox/tab-outbox.ts'

const NONE: readonly Entry[] = []
const subscribeToNothing = () => () => undefined

/** Returns the waiting changes in the order in which they will be sent. */
export function useWaiting(): readonly Entry[] {
  const outbox = pageOutbox()
  return useSyncExternalStore(
    outbox?.subscribe ?? subscribeToNothing,
    outbox?.entries ?? (() => NONE),
  )
}
