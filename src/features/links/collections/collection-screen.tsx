import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { getCollection } from '#api/collections.ts'
import type { Collection } from '#contract/collections.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { combineFreshness } from '#app/status/freshness.ts'
import { useCollection, useCollectionsState } from '#live/read/use-collections.ts'
import { useListState } from '#live/read/use-mirror.ts'
import { collectionsPath } from '#paths.ts'
import { CollectionView } from './collection-view.tsx'
import { GoneCollection } from './gone-collection.tsx'
import { TilesSkeleton } from './collections-states.tsx'

/** Shows one collection, from this device first. */
export function CollectionScreen() {
  const { id = '' } = useParams({ strict: false })
  const collection = useCollection(id)
  const freshness = {
    ...combineFreshness(useCollectionsState(), useListState('links')),
    partly: true,
  }
  const answer = useAnswer(collection === null ? `collection ${id}` : null, (options) =>
    getCollection(id, options),
  )
  // Keep the last known state, in case the collection is deleted while it is open.
  const [seen, setSeen] = useState<Collection>()
  if (collection && collection !== seen) setSeen(collection)
  if (collection) return <CollectionView key={id} collection={collection} freshness={freshness} />
  return (
    <Screen title="Collection" freshness={freshness} back={collectionsPath}>
      {collection === null ? (
        <Missing id={id} seen={seen?.uuid === id ? seen : undefined} answer={answer} />
      ) : (
        <TilesSkeleton />
      )}
    </Screen>
  )
}

type MissingProps = { id: string; seen: Collection | undefined; answer: Answer<Collection> }

/**
 * Explains why the collection is not on this device. If it was deleted elsewhere, the screen shows
 * that instead of an error dialog.
 */
function Missing({ id, seen, answer }: MissingProps) {
  if (answer.error?.status === 404) return <GoneCollection id={id} seen={seen} />
  if (answer.loading || answer.value) return <TilesSkeleton />
  if (answer.error) return <NotLoaded what="collection" list={answer} />
  return <NothingSaved what="collections" />
}
