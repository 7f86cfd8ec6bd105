import { useRef, useState } from 'react'
import type { Collection, CollectionLayout } from '#contract/collections.ts'
import { changeCollection } from './collections.ts'
import { useSave } from './use-save.ts'

/**
 * Returns the layout of a collection and a function to change it. The choice is shown at once,
 * requests are sent one after another, and a refused change is reverted.
 */
export function useLayout(collection: Collection) {
  const [chosen, setChosen] = useState<CollectionLayout>()
  const next = useRef<CollectionLayout>(undefined)
  const { save, busy, refusal } = useSave('change the layout')

  async function choose(layout: CollectionLayout) {
    next.current = layout
    setChosen(layout)
    // The running loop sends this choice as well.
    if (busy) return
    await save(async () => {
      let known = collection
      for (let wanted = next.current; wanted; wanted = next.current) {
        next.current = undefined
        await changeCollection(known, { layout: wanted })
        known = { ...known, layout: wanted }
      }
    })
    next.current = undefined
    setChosen(undefined)
  }

  return { layout: chosen ?? collection.layout, choose, refusal }
}
