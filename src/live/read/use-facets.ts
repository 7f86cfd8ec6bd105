import { useRef, useSyncExternalStore } from 'react'
import type { Facets, NameCount } from './link-filter.ts'
import { linksIndex } from '../mirror.ts'
import type { LinkListName } from '#mirror/store/storage.ts'

/** What the links of a list on this device can be filtered by, the commonest first. */
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

/** Tags in use on this device's links. */
export const useTags = (): NameCount[] => useFacets('links').tags

const sameCounts = (a: NameCount[], b: NameCount[]) =>
  a.length === b.length &&
  a.every(({ name, count }, i) => name === b[i]?.name && count === b[i]?.count)
