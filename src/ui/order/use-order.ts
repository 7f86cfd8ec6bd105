import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { announce } from '#ui/notices/toast.tsx'
import { keyOf } from '../keys.ts'

export type Order = ReturnType<typeof useOrder>

/**
 * Order that the user is making. Shown at once, saved one after the other, discarded if a save is
 * refused.
 */
type PendingOrder = { order: string[]; base: string[]; saved: boolean }

export const moveItem = (ids: string[], from: number, to: number): string[] => {
  const rest = ids.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)]
}

/** Returns the ordered ids that still exist, followed by new ids. */
export const mergeOrder = (order: string[], ids: string[]): string[] => {
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

type OrderOptions = {
  ids: string[]
  list: RefObject<HTMLElement | null>
  /** Scrolls to a position, so that its item is rendered. */
  reveal: (place: number) => void
  /**
   * Saves an order. `base` is the order it was made from. The mirror must have it when this
   * resolves.
   */
  save: (ids: string[], base: string[]) => Promise<unknown>
  /** Returns why the order was not saved, or undefined if the reason is shown elsewhere. */
  explain: (error: unknown) => string | undefined
}

/** Lets the user sort a list by dragging, by keys on a handle or from the handle's menu. */
export function useOrder({ ids, list, reveal, save, explain }: OrderOptions) {
  const [pending, setPending] = useState<PendingOrder>()
  const [error, setError] = useState<string>()
  const queue = useRef<{ next: { order: string[]; base: string[] } | undefined; running: boolean }>(
    {
      next: undefined,
      running: false,
    },
  )
  const focus = useRef<{ id: string; revealed: boolean }>(undefined)

  // The device has the new order or a newer one.
  if (pending?.saved && pending.base !== ids) setPending(undefined)
  const shownIds = pending ? mergeOrder(pending.order, ids) : ids

  function move(from: number, to: number) {
    const id = shownIds[from]
    if (id === undefined || to < 0 || to >= shownIds.length || from === to) return
    const order = moveItem(shownIds, from, to)
    focus.current = { id, revealed: false }
    setError(undefined)
    setPending({ order, base: ids, saved: false })
    announce(`Moved to place ${to + 1} of ${order.length}`)
    queue.current.next = { order, base: queue.current.next?.base ?? shownIds }
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
      setPending((current) => current && { ...current, saved: true })
    } catch (failure) {
      current.next = undefined
      setPending(undefined)
      setError(explain(failure))
    } finally {
      current.running = false
    }
  }

  /** Moves the item whose handle has the focus. */
  function keydown(event: KeyboardEvent, place: number) {
    const to = STEPS[keyOf(event)]?.(place, shownIds.length - 1)
    if (to === undefined) return
    event.preventDefault()
    move(place, to)
  }

  // Moving an item in the page removes the focus from its handle. Scroll to the item first if it is
  // not rendered yet.
  useEffect(() => {
    const { current } = focus
    if (!current) return
    const item = `[data-held="${current.id}"]`
    const handle = list.current?.querySelector<HTMLElement>(`${item} [data-handle]`)
    if (!handle) {
      if (!current.revealed) reveal(shownIds.indexOf(current.id))
      current.revealed = true
      return
    }
    focus.current = undefined
    handle.focus()
  })

  return { ids: shownIds, move, keydown, error }
}
