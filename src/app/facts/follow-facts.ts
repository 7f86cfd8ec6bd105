import type { createStore } from 'jotai'
import { getFacts } from '#api/facts.ts'
import { quiet } from '#http/client.ts'
import type { Facts } from '#contract/facts.ts'
import type { ToPage } from '#contract/messages.ts'
import { keepNewest } from '#live/read/activity-copy.ts'
import { openCopy } from '#live/read/copies.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { noticesOpenAtom } from '../worker/notices-state.ts'
import { factsAtom } from './facts.ts'

type Store = ReturnType<typeof createStore>

/** Coming back to the tab asks again, but switching windows to and fro does not. */
const FOCUS_GRAIN_MS = 60_000
const EVERY_MS = 5 * 60_000

let askedAt = 0
/** An answer to what was asked before something was learned is older than what was learned. */
let version = 0

const copy = () => openCopy<Facts>('facts')

/**
 * Keeps what stands around every screen right: what this device knows at once, then one quiet call, and
 * never while nobody looks (offline 35).
 */
export function followFacts(store: Store): () => void {
  const ask = () => void refreshFacts(store)
  const seen = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > FOCUS_GRAIN_MS) ask()
  }
  void readCopy(store)
  ask()
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', ask)
  const timer = setInterval(seen, EVERY_MS)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', ask)
    clearInterval(timer)
  }
}

export async function refreshFacts(store: Store): Promise<void> {
  askedAt = Date.now()
  const asked = version
  const { read, keep } = copy()
  try {
    const facts = await getFacts(quiet)
    if (asked !== version) return
    store.set(factsAtom, facts)
    const isKept = JSON.stringify(await read()) === JSON.stringify(facts)
    if (!isKept && asked === version) keep(facts)
    await showBadge(facts.unread.total)
    // An open list reads itself.
    if (!store.get(noticesOpenAtom)) await keepNewest(facts.unread.total)
  } catch {
    // What was known stands; the next time will tell.
  }
}

/** What this device did itself, and need not ask for: a page was just made. */
export function learnFacts(store: Store, learned: Partial<Facts>): void {
  version += 1
  const known = store.get(factsAtom)
  if (!known) return void refreshFacts(store)
  const facts = { ...known, ...learned }
  store.set(factsAtom, facts)
  copy().keep(facts)
}

/** What came meanwhile is newer. */
async function readCopy(store: Store): Promise<void> {
  const kept = await copy().read()
  if (kept && store.get(factsAtom) === null) store.set(factsAtom, withoutSteps(kept))
}

/** Where somebody new stood the last time may be behind them by now: only the server brings a step up. */
const withoutSteps = ({ onboarding, ...kept }: Facts): Facts => ({
  ...kept,
  ...(onboarding && { onboarding: { ...onboarding, step: null, intro: false } }),
})

/** The number on the app's icon, where there is one. */
async function showBadge(total: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  await (total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge())
}

type Heard = Extract<ToPage, { type: 'activity' }>

/** A push came while the app is open: what it was about is old now. */
export function hearActivity(store: Store, { group }: Heard): void {
  void refreshFacts(store)
  if (group === 'clicks' || group === 'commission') void revalidate('links')
}
