import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { getCollection } from '#api/collections.ts'
import type { Collection } from '#contract/collections.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen.tsx'
import { useCollection, useCollectionsState } from '#live/read/use-collections.ts'
import { useListState, type ListState } from '#live/read/use-mirror.ts'
import { collectionsPath } from '#paths.ts'
import { CollectionView } from './collection-view.tsx'
import { GoneCollection } from './gone-collection.tsx'
import { TilesSkeleton } from './collections-states.tsx'

/** One collection, from the device first. */
export function CollectionScreen() {
  const { id = '' } = useParams({ strict: false })
  const collection = useCollection(id)
  const freshness = { ...both(useCollectionsState(), useListState('links')), partly: true }
  const asked = useAnswer(collection === null ? `collection ${id}` : null, (options) =>
    getCollection(id, options),
  )
  // What it was, should it go while it is open.
  const [seen, see] = useState<Collection>()
  if (collection && collection !== seen) see(collection)
  if (collection) return <CollectionView key={id} collection={collection} freshness={freshness} />
  return (
    <Screen title="Collection" freshness={freshness} back={collectionsPath}>
      {collection === null ? (
        <Missing id={id} seen={seen?.uuid === id ? seen : undefined} asked={asked} />
      ) : (
        <TilesSkeleton />
      )}
    </Screen>
  )
}

/** The screen shows both, and is as old as what is older. */
function both(one: ListState, other: ListState): ListState {
  const failed = other.error ? other : one
  return {
    syncedAt: one.syncedAt && other.syncedAt && Math.min(one.syncedAt, other.syncedAt),
    error: failed.error,
    failedAt: failed.failedAt,
    refreshing: one.refreshing || other.refreshing,
    refresh: async () => void (await Promise.all([one.refresh(), other.refresh()])),
  }
}

type MissingProps = { id: string; seen: Collection | undefined; asked: Answer<Collection> }

/**
 * Why the device has no such collection: the server has none either, or cannot be asked. One that was
 * deleted elsewhere is a state of this screen and not an error of the app.
 */
function Missing({ id, seen, asked }: MissingProps) {
  if (asked.error?.status === 404) return <GoneCollection id={id} seen={seen} />
  if (asked.loading || asked.value) return <TilesSkeleton />
  if (asked.error) return <NotLoaded what="collection" list={asked} />
  return <NothingSaved what="collections" />
}
