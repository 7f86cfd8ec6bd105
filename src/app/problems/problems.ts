import { atom, useAtomValue, type createStore } from 'jotai'
import type { ApiError } from '#http/error.ts'
import { onFailure, onOutcome } from '#http/call-listeners.ts'
import { planRetry } from '#http/retry-plan.ts'
import { probeServer } from '#http/probe.ts'
import type { MessageToPage } from '#contract/messages.ts'
import { closeModals } from './close-modals.ts'
import { watchConnection, type Connectivity } from './connectivity.ts'
import {
  nextProblems,
  currentDialog,
  isCritical,
  NO_PROBLEMS,
  type Failure,
  type ProblemEvent,
} from './failures.ts'
import { isForForm, report } from './reporting.ts'
import { watchSlowness } from './slowness.ts'

type Store = ReturnType<typeof createStore>

const state = atom(NO_PROBLEMS)

export const problemsAtom = atom((get) => get(state))
export const connectivityAtom = atom((get) => get(state).connection)
export const dialogAtom = atom((get) => currentDialog(get(state)))
/** Whether the app is offline because a captive portal answers, which may need a sign-in. */
export const portalAtom = atom(false)
/** Whether a call has been waiting for a long time: the network works, but slowly. */
export const slowAtom = atom(false)
export const useOffline = () => useAtomValue(connectivityAtom) === 'offline'

/**
 * Applies an event to the problems. This is the only way to change them. A dialog that opens closes
 * open modals.
 */
export const reportProblemEvent = atom(null, (get, set, happening: ProblemEvent) => {
  const before = get(state)
  const after = nextProblems(before, happening)
  if (after === before) return
  set(state, after)
  const dialog = currentDialog(after)
  if (dialog && (dialog !== currentDialog(before) || after.critical !== before.critical))
    closeModals()
})

let connectivity: Connectivity | undefined

/** Checks once whether the server can be reached. Returns true if it answered. */
export const tryAgain = () => connectivity?.check() ?? Promise.resolve(true)

/** Returns whether the server can be reached after a call without an answer. Tries up to twice. */
export const isServerReachable = () => connectivity?.suspect() ?? Promise.resolve(true)

/** Listens to HTTP calls and the browser. Call it once, before the first request. */
export function startProblems(store: Store): () => void {
  const tell = (happening: ProblemEvent) => store.set(reportProblemEvent, happening)
  const watch = watchConnection((type) => {
    tell({ type })
    store.set(portalAtom, false)
    if (type === 'offline' && navigator.onLine) void detectPortal(store)
  })
  connectivity = watch
  onOutcome((outcome) => (outcome === 'reached' ? watch.heard() : void watch.suspect()))
  const stopWatching = watchSlowness((slow) => store.set(slowAtom, slow))
  const stopFailures = onFailure((error) => void handleFailure(store, watch, error))
  return () => {
    onOutcome(() => undefined)
    stopFailures()
    stopWatching()
    watch.stop()
  }
}

/** Checks whether a captive portal answers in place of our server. */
async function detectPortal(store: Store) {
  const found = await probeServer()
  if (found === 'portal' && store.get(connectivityAtom) === 'offline') store.set(portalAtom, true)
}

type WorkerMessage = Exclude<MessageToPage, { type: 'open' | 'activity' }>

/** Handles the worker's messages about the connection or about a 503. */
export function handleWorkerMessage(store: Store, message: WorkerMessage): void {
  if (message.type === 'offline') return connectivity?.lost()
  if (message.type === 'online') return connectivity?.heard()
  const retry = planRetry(message.retry_after, null)
  const failure: Failure = { status: 503, url: '', detail: message.detail, retry }
  store.set(reportProblemEvent, { type: 'failed', failure })
}

async function handleFailure(store: Store, watch: Connectivity, error: ApiError) {
  // Report a missing answer only if the server can be reached. Otherwise the app is offline.
  if (error.status === 'unknown' && !(await watch.suspect())) return
  const failure = failureOf(error)
  store.set(reportProblemEvent, { type: 'failed', failure })
  if (isForForm(error)) return
  const { critical } = store.get(state)
  const eventId = await report(error)
  if (isCritical(failure) && critical && eventId)
    store.set(reportProblemEvent, { type: 'reported', critical, eventId })
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
