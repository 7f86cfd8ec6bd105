import type { Options } from 'ky'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { quiet } from '#http/client.ts'
import { useOffline } from '../problems/problems.ts'
import { answerEntry, type CopyOption } from './answer-cache.ts'
import type { AnswerEntry, AnswerState } from './answers.ts'

/** Server call. `before` is the known value, for a call that loads only what is missing. */
export type Call<Value> = (options: Options, before: Value | undefined) => Promise<Value>

export type AnswerOptions<Value> = {
  /**
   * Whether to store a copy on this device. It can be read offline and appears at once when the
   * screen opens again.
   */
  copy?: CopyOption<Value>
  /** Whether the answer belongs to a secondary part of a screen, whose failure is not announced. */
  isSecondary?: boolean
  /** Returns the delay in ms until the next refresh while this is the value, or null for none. */
  poll?: (value: Value | undefined) => number | null
}

export type Answer<Value> = AnswerState<Value> & {
  /** Whether there is no value yet and one may still come. */
  loading: boolean
  refresh: () => Promise<void>
  /** Runs another call that changes the value, such as loading the next page. */
  ask: (call: Call<Value>) => Promise<void>
  /** Sets the value that the server returned for a change. */
  set: (value: Value) => void
}

/**
 * Minimum age of a value to be refreshed when the tab becomes visible, so that switching windows
 * does not refresh it each time.
 */
const MIN_REFRESH_AGE_MS = 30_000

/**
 * Returns the server's answer to one request, for data that is not mirrored. Refreshes when the
 * screen opens, when the tab becomes visible and when the connection is back. Cancels when the
 * screen closes or `key` changes. Makes no request while offline or without a key. The result can
 * be passed to `Screen` as its freshness.
 */
export function useAnswer<Value>(
  key: string | null,
  call: Call<Value>,
  { copy = false, isSecondary = false, poll }: AnswerOptions<Value> = {},
): Answer<Value> {
  const offline = useOffline()
  const isPaused = offline || key === null
  const entry = answerEntry<Value>(key ?? '', copy)
  const state = useSyncExternalStore(entry.subscribe, entry.read)
  const abortOnLeave = useRef(new AbortController())

  function request(target: AnswerEntry<Value>, next: Call<Value>) {
    const { signal } = abortOnLeave.current
    return target.ask((before) => next({ ...quiet, signal }, before), {
      signal,
      isSecondary,
    })
  }
  const refresh = useEffectEvent((target: AnswerEntry<Value>) => void request(target, call))

  useEffect(() => {
    if (isPaused) return undefined
    const controller = new AbortController()
    abortOnLeave.current = controller
    refresh(entry)
    const onVisible = () => {
      const recent = Date.now() - (entry.read().syncedAt ?? 0) < MIN_REFRESH_AGE_MS
      if (document.visibilityState === 'visible' && !recent) refresh(entry)
    }
    document.addEventListener('visibilitychange', onVisible, controller)
    return () => controller.abort()
  }, [entry, isPaused])

  const wait = isPaused ? null : (poll?.(state.value) ?? null)
  useEffect(() => {
    if (wait === null || state.refreshing) return undefined
    const timer = setTimeout(() => refresh(entry), wait)
    return () => clearTimeout(timer)
  }, [entry, state, wait])

  const isExpected = !state.isCopyRead || state.refreshing || (!isPaused && state.error === null)
  return {
    ...state,
    loading: state.value === undefined && isExpected,
    refresh: () => request(entry, call),
    ask: (next) => request(entry, next),
    set: entry.set,
  }
}
