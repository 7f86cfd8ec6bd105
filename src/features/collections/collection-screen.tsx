import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCancelled, toApiError } from '#api/error.ts'
import { getCollection } from '#api/collections.ts'
import { announce, quiet } from '#api/http.ts'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/screen.tsx'
import { COLLECTIONS_PATH } from '#features/links/list-tabs.tsx'
import { useCollection } from '#mirror/use-collections.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CollectionView } from './collection-view.tsx'
import { NothingSaved, TilesSkeleton } from './collections-states.tsx'

/** One collection, from the device first. */
export function CollectionScreen() {
  const { id = '' } = useParams({ strict: false })
  const collection = useCollection(id)
  const missing = useMissing(id, collection === null)
  if (collection) return <CollectionView key={id} collection={collection} />
  return (
    <Screen title="Collection" back={COLLECTIONS_PATH}>
      {missing === 'gone' && (
        <EmptyState
          title="This collection is gone"
          text="It was deleted, here or on another device. Its links are still yours."
          action={<ButtonLink href={COLLECTIONS_PATH}>Your collections</ButtonLink>}
        />
      )}
      {missing === 'unsaved' && <NothingSaved what="collections" />}
      {missing === undefined && <TilesSkeleton />}
    </Screen>
  )
}

/**
 * Why the device has no such collection: the server has none either, or cannot be asked. Quiet, so
 * that one deleted elsewhere is a state of this screen and not an error of the app.
 */
function useMissing(id: string, isMissing: boolean): 'gone' | 'unsaved' | undefined {
  const offline = useOffline()
  const [goneId, setGoneId] = useState<string>()
  useEffect(() => {
    if (!isMissing || offline) return undefined
    const left = new AbortController()
    getCollection(id, { ...quiet, signal: left.signal }).catch((error: unknown) => {
      if (isCancelled(error)) return
      const failure = toApiError(error)
      if (failure.status === 404) setGoneId(id)
      else announce(failure)
    })
    return () => left.abort()
  }, [id, isMissing, offline])
  if (!isMissing) return undefined
  if (goneId === id) return 'gone'
  return offline ? 'unsaved' : undefined
}
