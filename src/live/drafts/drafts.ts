import { useCallback, useEffect, useRef, useState } from 'react'
import { withTimeout } from '#http/time-out.ts'
import { linksIndex } from '../mirror.ts'
import type { MirrorStorage } from '#mirror/store/storage.ts'
import { deleteTabDraft, saveTabDraft, tabDraft, wipeTabDrafts } from './tab-drafts.ts'

/** Delay before a draft is saved: not on every key press, but a crash loses no more than a word. */
const SAVE_DELAY_MS = 300

/**
 * Maximum wait for a stored draft, after which the form can be filled in. Safari's database
 * sometimes stalls.
 */
const MAX_READ_MS = 1500

type Pending = { storage: MirrorStorage; value: unknown; timer: ReturnType<typeof setTimeout> }
const pending = new Map<string, Pending>()

/**
 * Keeps what a user typed into a form until it is saved or discarded, even if its dialog closes
 * when the connection is lost. The value is `undefined` until it has been read and `null` if there
 * is no draft.
 */
export function useDraft<Value>(
  name: string,
): [value: Value | null | undefined, set: (value: Value) => void, clear: () => void] {
  const { storage } = linksIndex()
  const [draft, setDraft] = useState(() => ({ name, value: pendingValue(storage, name) }))
  const changedName = useRef<string>(undefined)

  useEffect(() => {
    let isUnmounted = false
    const show = (value: unknown) => {
      if (!isUnmounted && changedName.current !== name) setDraft({ name, value })
    }
    async function read() {
      const reading = readDraft(storage, name)
      const inTime = await withTimeout(MAX_READ_MS, reading, null)
      show(inTime)
      // Still show a late result, as long as the user has not typed anything.
      const late = await reading
      if (late !== inTime) show(late)
    }
    void read()
    return () => {
      isUnmounted = true
      flush(name)
    }
  }, [storage, name])

  const set = useCallback(
    (value: Value) => {
      changedName.current = name
      setDraft({ name, value })
      saveDraft(storage, name, value)
    },
    [storage, name],
  )
  const clear = useCallback(() => {
    changedName.current = name
    setDraft({ name, value: null })
    void deleteDraft(storage, name)
  }, [storage, name])
  // Only this form writes under this name, so the type is known.
  const value = draft.name === name ? (draft.value as Value | null | undefined) : undefined
  return [value, set, clear]
}

function pendingValue(storage: MirrorStorage, name: string): unknown {
  const entry = pending.get(name)
  return entry?.storage === storage ? entry.value : undefined
}

export async function readDraft(storage: MirrorStorage, name: string): Promise<unknown> {
  const waiting = pendingValue(storage, name)
  if (waiting !== undefined) return waiting
  return tabDraft(name) ?? (await storage.draft(name).catch(() => undefined)) ?? null
}

export function saveDraft(storage: MirrorStorage, name: string, value: unknown): void {
  clearTimeout(pending.get(name)?.timer)
  const timer = setTimeout(() => flush(name), SAVE_DELAY_MS)
  pending.set(name, { storage, value, timer })
}

export async function deleteDraft(storage: MirrorStorage, name: string): Promise<void> {
  clearTimeout(pending.get(name)?.timer)
  pending.delete(name)
  deleteTabDraft(name)
  await storage.deleteDraft(name).catch(() => undefined)
}

/** Saves a waiting draft now, because its form or the page is closing. */
function flush(name: string): void {
  const entry = pending.get(name)
  if (!entry) return
  clearTimeout(entry.timer)
  // Written synchronously, because the page may close before the database has stored it.
  saveTabDraft(name, entry.value)
  void store(name, entry)
}

async function store(name: string, entry: Pending): Promise<void> {
  const { storage, value } = entry
  const isInDatabase = await storage.putDraft(name, value).then(
    () => storage.kind === 'database',
    () => false,
  )
  if (pending.get(name) !== entry) return
  pending.delete(name)
  if (isInDatabase) deleteTabDraft(name)
}

export function flushDrafts(): void {
  for (const name of pending.keys()) flush(name)
}

/** Drops waiting drafts at a wipe, except those of one user, if given. */
export function forgetDrafts(keepUserIds: string[] = []): void {
  for (const { timer } of pending.values()) clearTimeout(timer)
  pending.clear()
  wipeTabDrafts(keepUserIds)
}

globalThis.addEventListener?.('pagehide', flushDrafts)
