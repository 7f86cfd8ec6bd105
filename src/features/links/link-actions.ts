import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { FilesIcon } from '@phosphor-icons/react/Files'
import { ImageIcon } from '@phosphor-icons/react/Image'
import { CopySimpleIcon } from '@phosphor-icons/react/CopySimple'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { ShareNetworkIcon } from '@phosphor-icons/react/ShareNetwork'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { runAction } from '#app/failure/run-action.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { preloadPhotoEditor } from '#features/people/photos/edit-photo.tsx'
import { copyText } from '#ui/copy/copy-text.ts'
import type { MenuItem } from '#ui/menu/menu-popup.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { paths } from '#paths.ts'
import { cloneLink, hideLink, showLink } from './links.ts'
import { useOpenLink } from './use-open-link.ts'

async function copy(link: ShortLink) {
  if (await copyText(link.split_url)) toast('Link has been copied')
  else toast('Could not copy. Open Share and copy the text.', { tone: 'problem' })
}

const clone = (link: ShortLink) =>
  runAction('clone the link', () => cloneLink(link), {
    subject: 'The link',
    onDone: ({ waiting }) =>
      toast(waiting ? 'Cloned. Waiting to sync.' : 'Cloned with a code of its own'),
  })

const hide = (link: ShortLink) =>
  runAction('hide the link', () => hideLink(link.uuid), {
    subject: 'The link',
    onDone: ({ waiting }) =>
      toast(waiting ? 'Hidden. Waiting to sync.' : 'Hidden. It keeps working.', {
        action: { label: 'Undo', onSelect: () => void show(link) },
      }),
  })

const show = (link: ShortLink) =>
  runAction('show the link again', () => showLink(link.uuid), {
    subject: 'The link',
    onDone: ({ waiting }) =>
      toast(waiting ? 'Back in your links. Waiting to sync.' : 'Back in your links'),
  })

const NEEDS_SERVER = ['copy', 'photo', 'analytics', 'hide']

/**
 * Returns the actions available for a link. A queued new link has no address, statistics or
 * visibility yet.
 */
function availableItems<Item extends MenuItem & { id: string }>(link: LocalLink, items: Item[]) {
  const undoChanges = async () =>
    (await import('#app/outbox/decide.ts')).removeLastOfLink(link.uuid)
  const undo = {
    id: 'undo',
    label: link.split_url === '' ? 'Remove' : 'Undo unsynced changes',
    icon: ArrowCounterClockwiseIcon,
    onSelect: () => void undoChanges(),
  }
  const possible =
    link.split_url === '' ? items.filter(({ id }) => !NEEDS_SERVER.includes(id)) : items
  return link.waiting ? [...possible, undo] : possible
}

/** Returns the actions for a link, for the row menu and the share view. */
export function useLinkActions() {
  const open = useSetAtom(openView)
  const navigate = useNavigate()

  const { share, edit } = useOpenLink()

  /**
   * Loads the photo editor before opening it, so that the current view does not close too early.
   */
  const editPhoto = (link: ShortLink) =>
    runAction('open the photo editor', preloadPhotoEditor, {
      onDone: () => open({ name: 'photo', uuid: link.uuid }),
    })

  const items = (link: ShortLink): (MenuItem & { id: string })[] => [
    { id: 'edit', label: 'Edit', icon: PencilSimpleIcon, onSelect: () => edit(link) },
    { id: 'share', label: 'Share', icon: ShareNetworkIcon, onSelect: () => share(link) },
    { id: 'copy', label: 'Copy', icon: CopySimpleIcon, onSelect: () => void copy(link) },
    {
      id: 'photo',
      label: 'Edit photo',
      icon: ImageIcon,
      onSelect: () => void editPhoto(link),
    },
    { id: 'clone', label: 'Clone', icon: FilesIcon, onSelect: () => void clone(link) },
    {
      id: 'analytics',
      label: 'Analytics',
      icon: ChartBarIcon,
      onSelect: () => void navigate({ href: paths.linkAnalytics(link.uuid) }),
    },
    link.is_hidden
      ? { id: 'show', label: 'Show again', icon: EyeIcon, onSelect: () => void show(link) }
      : { id: 'hide', label: 'Hide', icon: EyeSlashIcon, onSelect: () => void hide(link) },
  ]

  return { items: (link: LocalLink) => availableItems(link, items(link)) }
}
