import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { CopySimpleIcon } from '@phosphor-icons/react/CopySimple'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { FunnelSimpleIcon } from '@phosphor-icons/react/FunnelSimple'
import { ImageIcon } from '@phosphor-icons/react/Image'
import { ImageBrokenIcon } from '@phosphor-icons/react/ImageBroken'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useNavigate } from '@tanstack/react-router'
import type { Collection } from '#contract/collections.ts'
import { copyAddresses } from '#features/links/select/copy-addresses.ts'
import { IconButton } from '#ui/button.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { paths } from '#paths.ts'
import { changeCollection, deleteCollection } from './collections.ts'
import { showRefusal } from './refusal.ts'

type CollectionMenuProps = {
  collection: Collection
  ids: string[] | undefined
  open: (dialog: 'rename' | 'rule' | 'cover' | 'history') => void
}

const NONE: string[] = []

export function CollectionMenu({ collection, ids = NONE, open }: CollectionMenuProps) {
  const navigate = useNavigate()

  async function copy() {
    const copied = await copyAddresses(ids)
    if (copied) toast(copied)
    else toast('Could not copy. Copy the links one by one.', { tone: 'problem' })
  }

  async function remove() {
    const sure = await confirm('Its links stay in your links.', {
      title: `Delete ${collection.name}?`,
      ok: 'Delete',
      cancel: 'Cancel',
      danger: true,
    })
    if (!sure) return
    try {
      const { waiting } = await deleteCollection(collection)
      await navigate({ to: paths.links, search: { tab: 'collections' }, replace: true })
      toast(waiting ? 'Collection deleted. Waiting to sync.' : 'Collection deleted')
    } catch (error) {
      showRefusal(error, 'delete the collection')
    }
  }

  async function uncover() {
    const { image_upload_id, image_params, thumbnail_params } = collection
    const putBack = () =>
      changeCollection(collection, { image_upload_id, image_params, thumbnail_params }).catch(
        (error: unknown) => showRefusal(error, 'put the cover back'),
      )
    try {
      await changeCollection(collection, { image_upload_id: null })
      toast('Cover removed', { action: { label: 'Undo', onSelect: () => void putBack() } })
    } catch (error) {
      showRefusal(error, 'remove the cover')
    }
  }

  const items = [
    ...(ids.length > 0
      ? [{ label: 'Copy all links', icon: CopySimpleIcon, onSelect: () => void copy() }]
      : []),
    { label: 'Rename', icon: PencilSimpleIcon, onSelect: () => open('rename') },
    {
      label: collection.image_url === null ? 'Add a cover photo' : 'Edit cover photo',
      icon: ImageIcon,
      onSelect: () => open('cover'),
    },
    ...(collection.image_url === null
      ? []
      : [{ label: 'Remove cover photo', icon: ImageBrokenIcon, onSelect: () => void uncover() }]),
    ...(collection.type === 'smart'
      ? [{ label: 'Edit rule', icon: FunnelSimpleIcon, onSelect: () => open('rule') }]
      : []),
    { label: 'History', icon: ClockCounterClockwiseIcon, onSelect: () => open('history') },
    { label: 'Delete', icon: TrashIcon, danger: true, onSelect: () => void remove() },
  ]
  return (
    <Menu
      label="More for this collection"
      items={items}
      trigger={(props) => (
        <IconButton
          label="More for this collection"
          icon={DotsThreeIcon}
          iconSize={24}
          {...props}
        />
      )}
    />
  )
}
