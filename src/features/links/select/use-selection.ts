import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { keyOf } from '#ui/keys.ts'
import { pickingAtom } from './picking.ts'

const NONE: ReadonlySet<string> = new Set()

export type Selection = ReturnType<typeof useSelection>

/** Which of these links are selected. One that leaves the list is no longer among them. */
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

  /** With `range`, all from the one before to this one become what that one is. */
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
    /** In the order of the list. */
    chosen,
    has: (uuid: string) => picked.has(uuid),
    active,
    /** Something has been selected since the list was opened. */
    begun: picking || picked !== NONE,
    toggle,
    all: () => setPicked(new Set(ids)),
    clear,
    /** Goes on while something is selected. */
    stopPicking,
  }
}

/** Ends with the list. */
function usePicking() {
  const [picking, setPicking] = useAtom(pickingAtom)
  useEffect(() => () => setPicking(false), [setPicking])
  return { picking, stopPicking: () => setPicking(false) }
}

function set(ids: Set<string>, uuid: string, on: boolean) {
  if (on) ids.add(uuid)
  else ids.delete(uuid)
}

/** Escape ends it, unless a dialog or a menu has a use for the key. */
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
