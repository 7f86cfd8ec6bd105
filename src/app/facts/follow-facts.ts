import type { createStore } from 'jotai'
import { getFacts } from '#api/facts.ts'
import { quiet } from '#http/client.ts'
import type { Facts } from '#contract/facts.ts'
import type { MessageToPage } from '#contract/messages.ts'
import { storeNewestActivity } from '#live/read/activity-copy.ts'
import { openCopy } from '#live/read/copies.ts'
import { mirrorCollections, revalidate } from '#live/sync/revalidate.ts'
import { noticesOpenAtom } from '../worker/notices-state.ts'
import { factsAtom } from './facts.ts'

type Store = ReturnType<typeof createStore>

/**
 * Minimum time between two refreshes when the tab becomes visible, so that switching windows does
 * not refresh each time.
 */
const MIN_REFRESH_AGE_MS = 60_000
const POLL_INTERVAL_MS = 5 * 60_000

let requestedAt = 0
/**
 * Numbers of the latest request or local change, and of the latest one whose facts are shown. An
 * answer to an earlier request is then out of date.
 */
const latest = { begun: 0, shown: 0 }

const copy = () => openCopy<Facts>('facts')

/**
 * Keeps the facts up to date: first from this device's copy, then with one quiet call. Afterwards
 * refreshes the collections, so that they can be read offline before a screen shows them. Does not
 * poll while the tab is hidden. Returns a function that stops it.
 */
export function followFacts(store: Store): () => void {
  const refresh = () => void refreshFacts(store).then(mirrorCollections)
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - requestedAt > MIN_REFRESH_AGE_MS)
      refresh()
  }
  void readCopy(store)
  refresh()
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', refresh)
  const timer = setInterval(onVisible, POLL_INTERVAL_MS)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', refresh)
    clearInterval(timer)
  }
}

export async function refreshFacts(store: Store): Promise<void> {
  requestedAt = Date.now()
  latest.begun += 1
  const request = latest.begun
  const { read, keep } = copy()
  try {
    const facts = await getFacts(quiet)
    // Requests may be answered in another order than they were sent.
    if (request < latest.shown) return
    latest.shown = request
    store.set(factsAtom, facts)
    const isKept = JSON.stringify(await read()) === JSON.stringify(facts)
    if (!isKept && request === latest.shown) keep(facts)
    await showBadge(facts.unread.total)
    // An open list refreshes itself.
    if (!store.get(noticesOpenAtom)) await storeNewestActivity(facts.unread.total)
  } catch {
    // Keep the known facts. The next refresh retries.
  }
}

/** Applies facts that this device already knows, such as a page that was just created. */
export function updateFacts(store: Store, changes: Partial<Facts>): void {
  latest.begun += 1
  latest.shown = latest.begun
  const known = store.get(factsAtom)
  if (!known) return void refreshFacts(store)
  const facts = { ...known, ...changes }
  store.set(factsAtom, facts)
  copy().keep(facts)
}

/** Uses the stored copy, unless the server has answered meanwhile. */
async function readCopy(store: Store): Promise<void> {
  const kept = await copy().read()
  if (kept && store.get(factsAtom) === null) store.set(factsAtom, withoutStep(kept))
}

/**
 * Removes the onboarding step from a copy, since it may be done by now. Only the server's answer
 * opens a step.
 */
const withoutStep = ({ onboarding, ...kept }: Facts): Facts => ({
  ...kept,
  ...(onboarding && { onboarding: { ...onboarding, step: null, intro: false } }),
})

/** Shows the number on the app's icon, where supported. */
async function showBadge(total: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge())
}

type ActivityMessage = Extract<MessageToPage, { type: 'activity' }>

/** Refreshes facts and links after a push that arrived while the app is open. */
export function handleActivity(store: Store, { group }: ActivityMessage): void {
  void refreshFacts(store)
  if (group === 'clicks' || group === 'commission') void revalidate('links')
}
