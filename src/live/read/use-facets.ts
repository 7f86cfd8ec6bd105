import { useRef, useSyncExternalStore } from 'react'
import type { Facets, NameCount } from './link-filter.ts'
import { linksIndex } from '../mirror.ts'
import type { LinkListName } from '#mirror/store/storage.ts'

/** Returns the filter options of a list on this device, most frequent first. */
export function useFacets(name: LinkListName): Facets {
  const index = linksIndex()
  const last = useRef<Facets>(undefined)
  return useSyncExternalStore(index.subscribe, () => {
    const next = index.facets(name)
    const before = last.current
    if (next === before) return next
    const same =
      before &&
      sameCounts(next.tags, before.tags) &&
      sameCounts(next.collections, before.collections) &&
      sameCounts(next.domains, before.domains)
    return same ? before : (last.current = next)
  })
}

/** Returns the tags of the links on this device. */
export const useTags = (): NameCount[] => useFacets('links').tags

const sameCounts = (a: NameCount[], b: NameCount[]) =>
  a.length === b.length &&
  a.every(({ name, count }, i) => name === b[i]?.name && count === b[i]?.count)
