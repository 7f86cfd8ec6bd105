import { useRef, useState } from 'react'
import type { Collection, CollectionLayout } from '#contract/collections.ts'
import { changeCollection } from './collections.ts'
import { useSave } from './use-save.ts'

/**
 * The layout of a collection as it is chosen: shown at once, sent one after the other, and back to what
 * it was when it is refused.
 */
export function useLayout(collection: Collection) {
  const [chosen, setChosen] = useState<CollectionLayout>()
  const next = useRef<CollectionLayout>(undefined)
  const { save, busy, refusal } = useSave('change the layout')

  async function choose(layout: CollectionLayout) {
    next.current = layout
    setChosen(layout)
    // Whoever is sending sees to it.
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
