import { useCallback, useEffect, useRef, useState } from 'react'
import { within } from '#http/time-out.ts'
import { linksIndex } from '../mirror.ts'
import type { MirrorStorage } from '#mirror/store/storage.ts'
import { dropFromTab, keepInTab, tabDraft, wipeTabDrafts } from './tab-drafts.ts'

/** Long enough not to write on every key, short enough that a crash costs a word. */
const SAVE_AFTER_MS = 300

/** A database that stands still, as Safari's does at times, keeps no form from being filled in. */
const READ_WITHIN_MS = 1500

type Pending = { storage: MirrorStorage; value: unknown; timer: ReturnType<typeof setTimeout> }
const pending = new Map<string, Pending>()

/**
 * What was typed into a form, kept per person until it is saved or discarded: a dialog that closes
 * because the connection went loses nothing (D-105). `undefined`: not read yet; `null`: none.
 */
export function useDraft<Value>(
  name: string,
): [value: Value | null | undefined, set: (value: Value) => void, clear: () => void] {
  const { storage } = linksIndex()
  const [held, hold] = useState(() => ({ name, value: unsaved(storage, name) }))
  const touched = useRef<string>(undefined)

  useEffect(() => {
    let gone = false
    const show = (value: unknown) => {
      if (!gone && touched.current !== name) hold({ name, value })
    }
    async function read() {
      const reading = readDraft(storage, name)
      const inTime = await within(READ_WITHIN_MS, reading, null)
      show(inTime)
      // Late is better than never, while nobody has typed anything else.
      const found = await reading
      if (found !== inTime) show(found)
    }
    void read()
    return () => {
      gone = true
      flush(name)
    }
  }, [storage, name])

  const set = useCallback(
    (value: Value) => {
      touched.current = name
      hold({ name, value })
      keepDraft(storage, name, value)
    },
    [storage, name],
  )
  const clear = useCallback(() => {
    touched.current = name
    hold({ name, value: null })
    void dropDraft(storage, name)
  }, [storage, name])
  // The form's own type: nobody else writes under its name.
  const value = held.name === name ? (held.value as Value | null | undefined) : undefined
  return [value, set, clear]
}

function unsaved(storage: MirrorStorage, name: string): unknown {
  const entry = pending.get(name)
  return entry?.storage === storage ? entry.value : undefined
}

export async function readDraft(storage: MirrorStorage, name: string): Promise<unknown> {
  const waiting = unsaved(storage, name)
  if (waiting !== undefined) return waiting
  return tabDraft(name) ?? (await storage.draft(name).catch(() => undefined)) ?? null
}

export function keepDraft(storage: MirrorStorage, name: string, value: unknown): void {
  clearTimeout(pending.get(name)?.timer)
  const timer = setTimeout(() => flush(name), SAVE_AFTER_MS)
  pending.set(name, { storage, value, timer })
}

export async function dropDraft(storage: MirrorStorage, name: string): Promise<void> {
  clearTimeout(pending.get(name)?.timer)
  pending.delete(name)
  dropFromTab(name)
  await storage.deleteDraft(name).catch(() => undefined)
}

/** Writes what waits, now: the form goes away, or the page does. */
function flush(name: string): void {
  const entry = pending.get(name)
  if (!entry) return
  clearTimeout(entry.timer)
  // At once, because the page may go before the database has it.
  keepInTab(name, entry.value)
  void store(name, entry)
}

async function store(name: string, entry: Pending): Promise<void> {
  const { storage, value } = entry
  const stored = await storage.putDraft(name, value).then(
    () => storage.kind === 'database',
    () => false,
  )
  if (pending.get(name) !== entry) return
  pending.delete(name)
  if (stored) dropFromTab(name)
}

export function flushDrafts(): void {
  for (const name of pending.keys()) flush(name)
}

/** At a wipe: nothing of the last person may be written any more, but for whoever signs in again. */
export function forgetDrafts(keepOf: string | null = null): void {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
  wipeTabDrafts(keepOf)
}

globalThis.addEventListener?.('pagehide', flushDrafts)
