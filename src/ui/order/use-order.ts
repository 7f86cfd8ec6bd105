import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { announce } from '#ui/toast.tsx'
import { keyOf } from '../keys.ts'

export type Order = ReturnType<typeof useOrder>

/** The order one is making: shown at once, sent one after the other, dropped when it is refused. */
type Wanted = { order: string[]; base: string[]; saved: boolean }

export const moved = (ids: string[], from: number, to: number): string[] => {
  const rest = ids.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)]
}

/** What was ordered and is still there, then what came meanwhile. */
export const merged = (order: string[], ids: string[]): string[] => {
  const [known, ordered] = [new Set(ids), new Set(order)]
  return [...order.filter((id) => known.has(id)), ...ids.filter((id) => !ordered.has(id))]
}

const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowUp: (place) => place - 1,
  ArrowLeft: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
}

type Ordered = {
  ids: string[]
  list: RefObject<HTMLElement | null>
  /** Brings a place near the window, where its item is drawn. */
  reveal: (place: number) => void
  /** Sends an order, and the one it was made from; the mirror has it once this resolves. */
  save: (ids: string[], base: string[]) => Promise<unknown>
  /** Why it was not saved; undefined where something else says it. */
  explain: (error: unknown) => string | undefined
}

/** An order that the person makes: by dragging, by keys on a handle, or from its menu. */
export function useOrder({ ids, list, reveal, save, explain }: Ordered) {
  const [wanted, setWanted] = useState<Wanted>()
  const [error, setError] = useState<string>()
  const queue = useRef<{ next: { order: string[]; base: string[] } | undefined; running: boolean }>(
    {
      next: undefined,
      running: false,
    },
  )
  const focus = useRef<{ id: string; revealed: boolean }>(undefined)

  // The device has the new order now, or a still newer one.
  if (wanted?.saved && wanted.base !== ids) setWanted(undefined)
  const shown = wanted ? merged(wanted.order, ids) : ids

  function move(from: number, to: number) {
    const id = shown[from]
    if (id === undefined || to < 0 || to >= shown.length || from === to) return
    const order = moved(shown, from, to)
    focus.current = { id, revealed: false }
    setError(undefined)
    setWanted({ order, base: ids, saved: false })
    announce(`Moved to place ${to + 1} of ${order.length}`)
    queue.current.next = { order, base: queue.current.next?.base ?? shown }
    void send()
  }

  async function send() {
    const { current } = queue
    if (current.running) return
    current.running = true
    try {
      while (current.next) {
        const { order, base } = current.next
        current.next = undefined
        await save(order, base)
      }
      setWanted((now) => now && { ...now, saved: true })
    } catch (failure) {
      current.next = undefined
      setWanted(undefined)
      setError(explain(failure))
    } finally {
      current.running = false
    }
  }

  /** On the handle of an item: it is moved from where it stands. */
  function keydown(event: KeyboardEvent, place: number) {
    const to = STEPS[keyOf(event)]?.(place, shown.length - 1)
    if (to === undefined) return
    event.preventDefault()
    move(place, to)
  }

  // An item that was moved in the page has lost the focus; one that went far is not drawn yet.
  useEffect(() => {
    const { current } = focus
    if (!current) return
    const item = `[data-held="${current.id}"]`
    const handle = list.current?.querySelector<HTMLElement>(`${item} [data-handle]`)
    if (!handle) {
      if (!current.revealed) reveal(shown.indexOf(current.id))
      current.revealed = true
      return
    }
    focus.current = undefined
    handle.focus()
  })

  return { ids: shown, move, keydown, error }
}
