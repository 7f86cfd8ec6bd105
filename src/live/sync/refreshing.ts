import type { ApiError } from '#http/error.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import type { ListName } from '#mirror/store/storage.ts'

/** State of a list's refresh. */
export type Refreshing = {
  running: boolean
  /** Time when this tab last found the list up to date. */
  checkedAt: number | null
  /** Whether the list had rows after the latest successful refresh of this visit. */
  found: 'nothing' | 'rows' | null
  error: ApiError | null
  failedAt: number | null
}

const idle: Refreshing = {
  running: false,
  checkedAt: null,
  found: null,
  error: null,
  failedAt: null,
}
const states = new Map<ListName, Refreshing>()
const running = new Map<ListName, Promise<void>>()
/** Lists that a screen depends on. If they fail and there is no copy, the failure is announced. */
const needed = new Set<ListName>()
const listeners = createListeners()

export const refreshing = (name: ListName): Refreshing => states.get(name) ?? idle
export const onRefreshing = (listener: () => void) => listeners.add(listener)

export function setRefreshing(name: ListName, next: Partial<Refreshing>): void {
  states.set(name, { ...refreshing(name), ...next })
  listeners.tell()
}

/** Starts a refresh of the list, or returns the one that is running. */
export function runOnce(
  name: ListName,
  isForScreen: boolean,
  run: () => Promise<void>,
): Promise<void> {
  if (isForScreen) needed.add(name)
  const current = running.get(name)
  if (current) return current
  const started = run().finally(() => {
    if (running.get(name) !== started) return
    running.delete(name)
    needed.delete(name)
  })
  running.set(name, started)
  return started
}

/** Returns whether a screen waits for the running refresh. */
export const isNeeded = (name: ListName) => needed.has(name)

/** Resets all states, because they belong to the previous user. */
export function forgetRefreshing(): void {
  states.clear()
  running.clear()
  needed.clear()
  listeners.tell()
}
