import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { Collection } from '#contract/collections.ts'
import { Screen } from '#app/screen.tsx'
import { COLLECTIONS_PATH } from '#features/links/list-tabs.tsx'
import { useCollectionLinks } from '#mirror/use-collections.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { useWide } from '#ui/use-media.ts'
import { AddLinks } from './add-links.tsx'
import { CollectionBody } from './collection-body.tsx'
import { CollectionHead } from './collection-head.tsx'
import { CollectionMenu } from './collection-menu.tsx'
import { linksText } from './collection-tile.tsx'
import { EditRule } from './edit-rule.tsx'
import { EditCover } from './edit-cover.tsx'
import { RenameCollection } from './rename-collection.tsx'
import { useDialog } from './use-dialog.ts'
import { useFillIn } from './use-fill-in.ts'

const DIALOGS = ['add-collection-links', 'rename', 'rule', 'cover'] as const

export function CollectionView({ collection }: { collection: Collection }) {
  const { name, rule, type } = collection
  const known = useCollectionLinks(collection)
  const fetched = useFillIn(collection.uuid)
  const ids = known ?? fetched
  const wide = useWide('desk')
  const dialog = useDialog(DIALOGS)

  const grow = () => dialog.open(type === 'smart' ? 'rule' : 'add-collection-links')
  return (
    <Screen
      title={name}
      back={COLLECTIONS_PATH}
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
      {dialog.name === 'add-collection-links' && type === 'regular' && (
        <AddLinks
          collection={collection}
          onClose={dialog.close}
          onAdded={(added) => {
            dialog.close()
            toast(`Added ${linksText(added)}`)
          }}
        />
      )}
      {dialog.name === 'rename' && (
        <RenameCollection collection={collection} onClose={dialog.close} />
      )}
      {dialog.name === 'cover' && <EditCover collection={collection} onClose={dialog.close} />}
      {dialog.name === 'rule' && rule && (
        <EditRule collection={collection} rule={rule} onClose={dialog.close} />
      )}
    </Screen>
  )
}
