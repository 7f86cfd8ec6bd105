import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Suspense } from 'react'
import type { Collection } from '#contract/collections.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Freshness } from '#app/status/freshness.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { useCollectionLinks } from '#live/read/use-collections.ts'
import { collectionsPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { HistoryDialog } from '../history/history-row.tsx'
import { AddLinks } from './add-links.tsx'
import { CollectionBody } from './collection-body.tsx'
import { CollectionHead } from './collection-head.tsx'
import { CollectionMenu } from './collection-menu.tsx'
import { linksText } from './collection-tile.tsx'
import { EditRule } from './rule/edit-rule.tsx'
import { EditCover } from './cover/edit-cover.tsx'
import { RenameCollection } from './rename-collection.tsx'
import { useFetchedLinkIds } from './use-fill-in.ts'

function refresh() {
  void revalidate('collections')
  void revalidate('links')
}

type CollectionViewProps = { collection: Collection; freshness: Freshness }

export function CollectionView({ collection, freshness }: CollectionViewProps) {
  const { name, rule, type } = collection
  const known = useCollectionLinks(collection)
  const fetched = useFetchedLinkIds(collection.uuid)
  const ids = known ?? fetched
  const wide = useWide('desk')
  const dialog = useDialogParam('dialog')

  const grow = () => dialog.open(type === 'smart' ? 'rule' : 'add-collection-links')
  return (
    <Screen
      title={name}
      freshness={freshness}
      back={collectionsPath}
      actions={
        <>
          {wide && type === 'regular' && (
            <Button size="md" icon={PlusIcon} onClick={grow}>
              Add links
            </Button>
          )}
          <CollectionMenu collection={collection} ids={ids} open={dialog.open} />
        </>
      }
    >
      <CollectionHead
        collection={collection}
        links={ids?.length ?? collection.link_count}
        grow={grow}
        editCover={() => dialog.open('cover')}
      />
      <CollectionBody collection={collection} ids={ids} grow={grow} />
      {dialog.value === 'add-collection-links' && type === 'regular' && (
        <AddLinks
          collection={collection}
          onClose={dialog.close}
          onAdded={(added) => {
            dialog.close()
            toast(`Added ${linksText(added)}`)
          }}
        />
      )}
      {dialog.value === 'rename' && (
        <RenameCollection collection={collection} onClose={dialog.close} />
      )}
      {dialog.value === 'cover' && <EditCover collection={collection} onClose={dialog.close} />}
      {dialog.value === 'history' && (
        <Suspense fallback={null}>
          <HistoryDialog
            subject={{ kind: 'collections', id: collection.uuid }}
            name="The collection"
            onRestored={refresh}
            onClose={dialog.close}
          />
        </Suspense>
      )}
      {dialog.value === 'rule' && rule && (
        <EditRule collection={collection} rule={rule} onClose={dialog.close} />
      )}
    </Screen>
  )
}
