import { atom, useAtomValue, type createStore } from 'jotai'
import type { ApiError } from '#http/error.ts'
import { onFailure, onOutcome } from '#http/call-listeners.ts'
import { planRetry } from '#http/retry-plan.ts'
import { look } from '#http/probe.ts'
import type { ToPage } from '#contract/messages.ts'
import { closeModals } from './close-modals.ts'
import { watchConnection, type Connectivity } from './connectivity.ts'
import {
  afterwards,
  dialogOf,
  isCritical,
  NO_PROBLEMS,
  type Failure,
  type Happening,
} from './failures.ts'
import { isForForm, report } from './reporting.ts'
import { watchSlowness } from './slowness.ts'

type Store = ReturnType<typeof createStore>

const state = atom(NO_PROBLEMS)

export const problemsAtom = atom((get) => get(state))
export const connectivityAtom = atom((get) => get(state).connection)
export const dialogAtom = atom((get) => dialogOf(get(state)))
/** Offline because the network answers with its own page in place of ours: it may want a sign-in. */
export const portalAtom = atom(false)
/** Some call has been waiting for long; the network answers, but slowly. */
export const slowAtom = atom(false)
export const useOffline = () => useAtomValue(connectivityAtom) === 'offline'

/** The one way to change what is wrong. A dialog that appears takes the place of open modals. */
export const happen = atom(null, (get, set, happening: Happening) => {
  const before = get(state)
  const after = afterwards(before, happening)
  if (after === before) return
  set(state, after)
  const dialog = dialogOf(after)
  if (dialog && (dialog !== dialogOf(before) || after.critical !== before.critical)) closeModals()
})

let connectivity: Connectivity | undefined

/** Asks the server once more whether it can be reached; true when it answered. */
export const tryAgain = () => connectivity?.check() ?? Promise.resolve(true)

/** After a call without an answer: whether the server can be reached after all, by two tries (offline 25). */
export const serverAnswers = () => connectivity?.suspect() ?? Promise.resolve(true)

/** Listens to the transport and the browser. Call it once, before the first request. */
export function startProblems(store: Store): () => void {
  const tell = (happening: Happening) => store.set(happen, happening)
  const watch = watchConnection((type) => {
    tell({ type })
    store.set(portalAtom, false)
    if (type === 'offline' && navigator.onLine) void findReason(store)
  })
  connectivity = watch
  onOutcome((outcome) => (outcome === 'reached' ? watch.heard() : void watch.suspect()))
  const stopWatching = watchSlowness((slow) => store.set(slowAtom, slow))
  const stopFailures = onFailure((error) => void weigh(store, watch, error))
  return () => {
    onOutcome(() => undefined)
    stopFailures()
    stopWatching()
    watch.stop()
  }
}

/** There is a network, and yet not us: does somebody else answer? */
async function findReason(store: Store) {
  const found = await look()
  if (found === 'portal' && store.get(connectivityAtom) === 'offline') store.set(portalAtom, true)
}

type Said = Exclude<ToPage, { type: 'open' | 'activity' }>

/** What the service worker says of the connection, or of a 503 that it has seen. */
export function hearWorker(store: Store, said: Said): void {
  if (said.type === 'offline') return connectivity?.lost()
  if (said.type === 'online') return connectivity?.heard()
  const retry = planRetry(said.retry_after, null)
  const failure: Failure = { status: 503, url: '', detail: said.detail, retry }
  store.set(happen, { type: 'failed', failure })
}

async function weigh(store: Store, watch: Connectivity, error: ApiError) {
  // No answer is only an error of its own when the server can be reached otherwise (D-65).
  if (error.status === 'unknown' && !(await watch.suspect())) return
  const failure = failureOf(error)
  store.set(happen, { type: 'failed', failure })
  if (isForForm(error)) return
  const { critical } = store.get(state)
  const eventId = await report(error)
  if (isCritical(failure) && critical && eventId)
    store.set(happen, { type: 'reported', critical, eventId })
}

function failureOf(error: ApiError): Failure {
  const { status, body, retryAfter, retryAfterHeader, url } = error
  return {
    status,
    url,
    detail: body.detail?.trim() || null,
    retry: status === 503 ? planRetry(retryAfter, retryAfterHeader) : null,
  }
}
