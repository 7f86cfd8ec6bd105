import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { keyOf } from '#ui/keys.ts'
import { pickingAtom } from './picking.ts'

const NONE: ReadonlySet<string> = new Set()

export type Selection = ReturnType<typeof useSelection>

/** Returns the selection. A link that leaves the list is no longer selected. */
export function useSelection(ids: string[]) {
  const [picked, setPicked] = useState(NONE)
  const anchor = useRef<string>(undefined)
  const chosen = useMemo(
    () => (picked.size === 0 ? [] : ids.filter((uuid) => picked.has(uuid))),
    [ids, picked],
  )
  const { picking, stopPicking } = usePicking()
  const active = picking || chosen.length > 0
  useEscape(active, clear)

  function clear() {
    stopPicking()
    setPicked(new Set())
  }

  /**
   * Toggles a link. With `range`, all links from the previous one to this one get the state of the
   * previous one.
   */
  function toggle(uuid: string, range = false) {
    const next = new Set(chosen)
    const from = range && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1
    const to = ids.indexOf(uuid)
    if (from >= 0 && to >= 0) {
      const on = next.has(anchor.current ?? '')
      const [first, last] = from < to ? [from, to] : [to, from]
      for (const one of ids.slice(first, last + 1)) set(next, one, on)
    } else set(next, uuid, !next.has(uuid))
    anchor.current = uuid
    setPicked(next)
  }

  return {
    /** Selected uuids, in list order. */
    chosen,
    has: (uuid: string) => picked.has(uuid),
    active,
    /** Whether a selection was started since the list was opened. */
    wasStarted: picking || picked !== NONE,
    toggle,
    all: () => setPicked(new Set(ids)),
    clear,
    /** Ends selection mode on phones. Selected links stay selected. */
    stopPicking,
  }
}

/** Returns the selection mode of phones, which ends when the list is closed. */
function usePicking() {
  const [picking, setPicking] = useAtom(pickingAtom)
  useEffect(() => () => setPicking(false), [setPicking])
  return { picking, stopPicking: () => setPicking(false) }
}

function set(ids: Set<string>, uuid: string, on: boolean) {
  if (on) ids.add(uuid)
  else ids.delete(uuid)
}

/** Calls `end` on Escape, unless a dialog or a menu handles the key. */
function useEscape(active: boolean, end: () => void) {
  const escaped = useEffectEvent(end)
  useEffect(() => {
    if (!active) return undefined
    function keydown(event: KeyboardEvent) {
      if (keyOf(event) !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('dialog[open]')) escaped()
    }
    addEventListener('keydown', keydown)
    return () => removeEventListener('keydown', keydown)
  }, [active])
}
