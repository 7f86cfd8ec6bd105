import type { ApiError } from '#http/error.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import type { ListName } from '#mirror/store/storage.ts'

/** How bringing a list up to date goes. */
export type Refreshing = {
  running: boolean
  /** When the list was last found right by this tab. */
  checkedAt: number | null
  /** What the server's first good answer of this visit, or a later one, left in the list. */
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
/** Lists that a screen stands on: without a copy their failure is the screen's. */
const needed = new Set<ListName>()
const listeners = createListeners()

export const refreshing = (name: ListName): Refreshing => states.get(name) ?? idle
export const onRefreshing = (listener: () => void) => listeners.add(listener)

export function noteRefreshing(name: ListName, next: Partial<Refreshing>): void {
  states.set(name, { ...refreshing(name), ...next })
  listeners.tell()
}

/** Joins the run of this list that is under way, or begins one. */
export function runOnce(
  name: ListName,
  isScreens: boolean,
  run: () => Promise<void>,
): Promise<void> {
  if (isScreens) needed.add(name)
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

/** Whether a screen waits for the run that is under way. */
export const isNeeded = (name: ListName) => needed.has(name)

/** Another person's freshness says nothing about this one's. */
export function forgetRefreshing(): void {
  states.clear()
  running.clear()
  needed.clear()
  listeners.tell()
}
