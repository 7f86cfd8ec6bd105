import { useRef, useSyncExternalStore } from 'react'
import { linksIndex } from './page.ts'

export type TagCount = { name: string; count: number }

/** Tags in use on this device's links, the commonest first. */
export function useTags(): TagCount[] {
  const index = linksIndex()
  const last = useRef<TagCount[]>([])
  return useSyncExternalStore(index.subscribe, () => {
    const tags = index.tags()
    const same =
      tags.length === last.current.length &&
      tags.every(({ name, count }, i) => {
        const before = last.current[i]
        return before?.name === name && before.count === count
      })
    return same ? last.current : (last.current = tags)
  })
}
