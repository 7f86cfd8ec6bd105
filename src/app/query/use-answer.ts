import type { Options } from 'ky'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { quiet } from '#http/client.ts'
import { useOffline } from '../problems/problems.ts'
import { answerEntry, type CopyWish } from './answer-cache.ts'
import type { AnswerEntry, AnswerState } from './answers.ts'

/** Server call. `before` is the known value, for a call that loads only what is missing. */
export type Call<Value> = (options: Options, before: Value | undefined) => Promise<Value>

export type AnswerOptions<Value> = {
  /**
   * Whether to store a copy on this device. It can be read offline and appears at once when the
   * screen opens again.
   */
  copy?: CopyWish<Value>
  /** Whether the answer belongs to a secondary part of a screen, whose failure is not announced. */
  aside?: boolean
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
const RETURN_GRAIN_MS = 30_000

/**
 * Returns the server's answer to one request, for data that is not mirrored. Refreshes when the
 * screen opens, when the tab becomes visible and when the connection is back. Cancels when the
 * screen closes or `key` changes. Makes no request while offline or without a key. The result can
 * be passed to `Screen` as its freshness.
 */
export function useAnswer<Value>(
  key: string | null,
  call: Call<Value>,
  { copy = false, aside = false, poll }: AnswerOptions<Value> = {},
): Answer<Value> {
  const offline = useOffline()
  const asleep = offline || key === null
  const entry = answerEntry<Value>(key ?? '', copy)
  const state = useSyncExternalStore(entry.subscribe, entry.read)
  const leaving = useRef(new AbortController())

  function askOf(asked: AnswerEntry<Value>, next: Call<Value>) {
    const { signal } = leaving.current
    return asked.ask((before) => next({ ...quiet, signal }, before), { signal, aside })
  }
  const refresh = useEffectEvent((asked: AnswerEntry<Value>) => void askOf(asked, call))

  useEffect(() => {
    if (asleep) return undefined
    const left = new AbortController()
    leaving.current = left
    refresh(entry)
    const returned = () => {
      const recent = Date.now() - (entry.read().syncedAt ?? 0) < RETURN_GRAIN_MS
      if (document.visibilityState === 'visible' && !recent) refresh(entry)
    }
    document.addEventListener('visibilitychange', returned, left)
    return () => left.abort()
  }, [entry, asleep])

  const wait = asleep ? null : (poll?.(state.value) ?? null)
  useEffect(() => {
    if (wait === null || state.refreshing) return undefined
    const timer = setTimeout(() => refresh(entry), wait)
    return () => clearTimeout(timer)
  }, [entry, state, wait])

  const isAwaited = !state.looked || state.refreshing || (!asleep && state.error === null)
  return {
    ...state,
    loading: state.value === undefined && isAwaited,
    refresh: () => askOf(entry, call),
    ask: (next) => askOf(entry, next),
    set: entry.set,
  }
}
