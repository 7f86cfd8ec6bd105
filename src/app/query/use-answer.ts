import type { Options } from 'ky'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { quiet } from '#http/client.ts'
import { useOffline } from '../problems/problems.ts'
import { answerEntry, type CopyWish } from './answer-cache.ts'
import type { AnswerEntry, AnswerState } from './answers.ts'

/** `before`: what is known already, for a call that brings only what is missing. */
export type Call<Value> = (options: Options, before: Value | undefined) => Promise<Value>

export type AnswerOptions<Value> = {
  /** Kept on this device: it can be read offline, and stands at once when the screen is opened again. */
  copy?: CopyWish<Value>
  /** A part of a screen that shows something else: its failure is no error of the app. */
  aside?: boolean
  /** After how many milliseconds it is asked again, as long as this is the answer; null for not by itself. */
  poll?: (value: Value | undefined) => number | null
}

export type Answer<Value> = AnswerState<Value> & {
  /** Nothing is known yet, and something may come. */
  loading: boolean
  refresh: () => Promise<void>
  /** Asks for something else that changes the value, as the next page does. */
  ask: (call: Call<Value>) => Promise<void>
  /** What the server answered to a change. */
  set: (value: Value) => void
}

/** Coming back to the tab asks again, but switching windows to and fro does not. */
const RETURN_GRAIN_MS = 30_000

/**
 * What the server answers to one question, for everything that is not mirrored. Asked when the screen
 * opens, when somebody comes back to it and when the connection does; taken back when the screen is
 * left or the `key` changes. Offline, or without a key, nothing is asked. It is a freshness for `Screen`.
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
