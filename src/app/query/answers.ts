import { announceForApp } from '#app/failure/explain-failure.ts'
import { isCancelled, toApiError, type ApiError } from '#http/error.ts'
import { openCopy, type Dated } from '#live/read/copies.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { serverAnswers } from '../problems/problems.ts'

export type AnswerState<Value> = {
  /** What came last: in this visit, or in the one that this device has a copy of. */
  value: Value | undefined
  /** When the server last said so. */
  syncedAt: number | null
  /** Why it could not be asked the last time; the value stays. */
  error: ApiError | null
  failedAt: number | null
  refreshing: boolean
  /** False until this device was looked through for a copy. */
  looked: boolean
}

/** One question to the server and what is known of its answer, however many show it. */
export type AnswerEntry<Value> = ReturnType<typeof createAnswer<Value>>

type Ask<Value> = (before: Value | undefined) => Promise<Value>
type AskOptions = {
  signal?: AbortSignal | undefined
  /** A part of a screen that shows something else: its failure is no error of the app. */
  aside?: boolean
}

type AnswerProps<Value> = {
  /** Kept on this device under this name, so that it can be read offline. */
  copyName: string | null
  /** Whether this one is kept. */
  isKept: (value: Value) => boolean
  /** Called when somebody begins to show it, and when nobody does any more. */
  onShown: (shown: boolean) => void
}

/** What is known of one answer, told to whoever shows it. */
export function createAnswer<Value>({ copyName, isKept, onShown }: AnswerProps<Value>) {
  const listeners = createListeners()
  const copy = copyName === null ? null : openCopy<Dated<Value>>(copyName)
  let state: AnswerState<Value> = {
    value: undefined,
    syncedAt: null,
    error: null,
    failedAt: null,
    refreshing: false,
    looked: copy === null,
  }
  let turn = Promise.resolve()
  let waiting = 0
  let followers = 0
  /** An answer to what was asked before something was saved is older than what was saved. */
  let version = 0

  function change(next: Partial<AnswerState<Value>>) {
    state = { ...state, ...next }
    listeners.tell()
  }

  const looking = copy ? look() : Promise.resolve()
  async function look() {
    const kept = await copy?.read()
    // What came meanwhile is newer.
    const found = kept?.value !== undefined && state.value === undefined
    change({ looked: true, ...(found && { value: kept.value, syncedAt: kept.at }) })
  }

  function subscribe(tell: () => void): () => void {
    const stop = listeners.add(tell)
    followers += 1
    if (followers === 1) onShown(true)
    return () => {
      stop()
      followers -= 1
      if (followers === 0) onShown(false)
    }
  }

  function set(value: Value) {
    version += 1
    const at = Date.now()
    change({ value, syncedAt: at, error: null, failedAt: null })
    if (isKept(value)) copy?.keep({ value, at })
  }

  /** One after the other: a first page that comes late must not take away what was added below it. */
  function ask(call: Ask<Value>, options: AskOptions = {}): Promise<void> {
    waiting += 1
    change({ refreshing: true })
    turn = turn.then(() => askNow(call, options))
    return turn
  }

  async function askNow(call: Ask<Value>, { signal, aside = false }: AskOptions) {
    const asked = version
    try {
      if (!signal?.aborted) {
        const value = await tryTwice(() => call(state.value))
        if (!signal?.aborted && asked === version) set(value)
      }
    } catch (error) {
      await looking
      if (!signal?.aborted && !isCancelled(error)) fail(toApiError(error), aside)
    } finally {
      waiting -= 1
      change({ refreshing: waiting > 0 })
    }
  }

  function fail(error: ApiError, aside: boolean) {
    change({ error, failedAt: Date.now() })
    if (state.value === undefined && !aside) announceForApp(error)
  }

  return { subscribe, read: () => state, ask, set }
}

/** A gap between two tries is no news for anyone: it has failed when the second one has. */
async function tryTwice<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    if (isCancelled(error) || toApiError(error).status !== 'unknown') throw error
    if (!(await serverAnswers())) throw error
    return call()
  }
}
