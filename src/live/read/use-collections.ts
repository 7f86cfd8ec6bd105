import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Collection, SmartRule } from '#contract/collections.ts'
import { collectionsIndex } from './collections-index.ts'
import { keepFresh } from '../sync/keep-fresh.ts'
import type { RefreshOptions } from '../sync/revalidate.ts'
import { linksIndex } from '../mirror.ts'
import { sameIds, useLinkRows, useRefreshing, type ListState } from './use-mirror.ts'

export type CollectionListView = {
  rows: Collection[]
  /** False during the first import. */
  complete: boolean
}

/**
 * Returns the collections, or undefined if they were never loaded, which must not look like an
 * empty list. On a secondary part of a screen, a failure is not announced.
 */
export function useCollections({ isSecondary = false }: RefreshOptions = {}):
  | CollectionListView
  | undefined {
  useEffect(() => keepFresh('collections', { isSecondary }), [isSecondary])
  const index = collectionsIndex()
  const rows = useSyncExternalStore(index.subscribe, index.all)
  const complete = useSyncExternalStore(index.subscribe, () => index.list()?.syncedAt != null)
  return rows && { rows, complete }
}

/**
 * Returns undefined until read, and null if the mirror has no such collection. The server may have
 * it.
 */
export function useCollection(uuid: string): Collection | null | undefined {
  useEffect(() => keepFresh('collections'), [])
  const index = collectionsIndex()
  return useSyncExternalStore(index.subscribe, () => index.get(uuid))
}

export function useCollectionsState(): ListState {
  const index = collectionsIndex()
  const synced = useSyncExternalStore(index.subscribe, () => index.list()?.syncedAt ?? null)
  return useRefreshing('collections', synced)
}

/**
 * Returns the links that match a rule, or undefined until all links are on this device and have
 * been read.
 */
export function useRuleLinks(rule: SmartRule | null): string[] | undefined {
  const index = linksIndex()
  const hasRule = rule !== null
  useEffect(() => (hasRule ? keepFresh('links') : undefined), [hasRule])
  const last = useRef<string[]>(undefined)
  return useSyncExternalStore(index.subscribe, () => {
    const ids = rule ? index.idsByRule(rule) : undefined
    if (ids && last.current && sameIds(ids, last.current)) return last.current
    return (last.current = ids)
  })
}

const NONE: string[] = []

/** Returns the links of a collection in order, or undefined until the device knows them. */
export function useCollectionLinks(
  collection: Collection | null | undefined,
): string[] | undefined {
  const ruleLinks = useRuleLinks(collection?.rule ?? null)
  if (!collection) return undefined
  return collection.type === 'smart' ? ruleLinks : (collection.link_uuids ?? NONE)
}

const PREVIEW_COUNT = 4

/**
 * Returns the first pictures and the number of links. The links on this device take precedence over
 * the collection's own row.
 */
export function useCollectionPreview(collection: Collection): {
  count: number
  pictures: (string | null)[]
} {
  const ids = useCollectionLinks(collection)
  const first = ids?.slice(0, PREVIEW_COUNT) ?? collection.links.map((link) => link.uuid)
  const rows = useLinkRows(first)
  const known = new Map(collection.links.map((link) => [link.uuid, link.image_url]))
  return {
    count: ids?.length ?? collection.link_count,
    pictures: first.map((uuid, i) => rows[i]?.image_url ?? known.get(uuid) ?? null),
  }
}
