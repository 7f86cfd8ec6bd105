import { announceIfAppWide } from '#app/failure/explain-failure.ts'
import { isCancelled, toApiError, type ApiError } from '#http/error.ts'
import { openCopy, type Dated } from '#live/read/copies.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { isServerReachable } from '../problems/problems.ts'

export type AnswerState<Value> = {
  /** Latest value, from this visit or from the copy on this device. */
  value: Value | undefined
  /** Time when the server last confirmed the value. */
  syncedAt: number | null
  /** Error of the last request. The value stays. */
  error: ApiError | null
  failedAt: number | null
  refreshing: boolean
  /** False until this device has been checked for a copy. */
  isCopyRead: boolean
}

/** Request to the server with its cached answer, shared by all components that show it. */
export type AnswerEntry<Value> = ReturnType<typeof createAnswer<Value>>

type Ask<Value> = (before: Value | undefined) => Promise<Value>
type AskOptions = {
  signal?: AbortSignal | undefined
  /**
   * Whether the request belongs to a secondary part of a screen, whose failure is not announced.
   */
  isSecondary?: boolean
}

type AnswerProps<Value> = {
  /** Name of the copy on this device, for reading offline. */
  copyName: string | null
  /** Returns whether to store this value. */
  isKept: (value: Value) => boolean
  /** Called when the first component shows the answer, and when none shows it any more. */
  onShownChange: (shown: boolean) => void
}

/** Creates the cache entry of one answer. */
export function createAnswer<Value>({ copyName, isKept, onShownChange }: AnswerProps<Value>) {
  const listeners = createListeners()
  const copy = copyName === null ? null : openCopy<Dated<Value>>(copyName)
  let state: AnswerState<Value> = {
    value: undefined,
    syncedAt: null,
    error: null,
    failedAt: null,
    refreshing: false,
    isCopyRead: copy === null,
  }
  let queue = Promise.resolve()
  let waiting = 0
  let subscribers = 0
  /** Increased when a value is set. An answer to an earlier request is then out of date. */
  let version = 0

  function change(next: Partial<AnswerState<Value>>) {
    state = { ...state, ...next }
    listeners.tell()
  }

  const copyRead = copy ? readCopy() : Promise.resolve()
  async function readCopy() {
    const stored = await copy?.read()
    // A value that arrived meanwhile is newer.
    const isUsable = stored?.value !== undefined && state.value === undefined
    change({ isCopyRead: true, ...(isUsable && { value: stored.value, syncedAt: stored.at }) })
  }

  function subscribe(listener: () => void): () => void {
    const stop = listeners.add(listener)
    subscribers += 1
    if (subscribers === 1) onShownChange(true)
    return () => {
      stop()
      subscribers -= 1
      if (subscribers === 0) onShownChange(false)
    }
  }

  function set(value: Value) {
    version += 1
    const at = Date.now()
    change({ value, syncedAt: at, error: null, failedAt: null })
    if (isKept(value)) copy?.keep({ value, at })
  }

  /** Runs requests one after the other: a late first page must not remove pages added below it. */
  function ask(call: Ask<Value>, options: AskOptions = {}): Promise<void> {
    waiting += 1
    change({ refreshing: true })
    queue = queue.then(() => askNow(call, options))
    return queue
  }

  async function askNow(call: Ask<Value>, { signal, isSecondary = false }: AskOptions) {
    const requestVersion = version
    try {
      if (!signal?.aborted) {
        const value = await tryTwice(() => call(state.value))
        if (!signal?.aborted && requestVersion === version) set(value)
      }
    } catch (error) {
      await copyRead
      if (!signal?.aborted && !isCancelled(error)) fail(toApiError(error), isSecondary)
    } finally {
      waiting -= 1
      change({ refreshing: waiting > 0 })
    }
  }

  function fail(error: ApiError, isSecondary: boolean) {
    change({ error, failedAt: Date.now() })
    if (state.value === undefined && !isSecondary) announceIfAppWide(error)
  }

  return { subscribe, read: () => state, ask, set }
}

/**
 * Calls again if there was no answer but the server can be reached. Short interruptions are not
 * reported.
 */
async function tryTwice<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    if (isCancelled(error) || toApiError(error).status !== 'unknown') throw error
    if (!(await isServerReachable())) throw error
    return call()
  }
}
