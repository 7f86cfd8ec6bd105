import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useLayoutFlags } from '#app/layout.ts'
import { openView } from '#app/link-dialog-state.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { NO_FILTER } from '#mirror/link-filter.ts'
import type { LinkListName } from '#mirror/storage.ts'
import type { Emptiness } from '#mirror/use-emptiness.ts'
import { useListState } from '#mirror/use-mirror.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ListChange, ListView } from './use-list-view.ts'

export function FirstLink() {
  const open = useSetAtom(openView)
  // One create button per screen.
  useLayoutFlags({ fab: 'none' })
  return (
    <EmptyState
      mark
      title="Create your first link"
      text="Paste any product page. We shorten it, count every click and add up what you earn."
      action={
        <Button
          variant="create"
          size="lg"
          icon={ClipboardTextIcon}
          onClick={() => open({ name: 'create' })}
        >
          Paste a link
        </Button>
      }
      secondary={
        <ButtonLink variant="quiet" href="/splitlinks?import">
          Import links from a file
        </ButtonLink>
      }
    />
  )
}

type StateProps = { view: ListView; change: ListChange }

export function NoResults({ view, change }: StateProps) {
  const { q, hidden } = view
  return hidden ? (
    <EmptyState
      title={`No hidden links match “${q}”`}
      text="Only hidden links were searched."
      action={<Button onClick={() => change({ hidden: false })}>Search your links</Button>}
    />
  ) : (
    <EmptyState
      title={`No links match “${q}”`}
      text="Hidden links aren’t searched."
      action={<Button onClick={() => change({ hidden: true })}>Search hidden too</Button>}
    />
  )
}

/** The filters leave nothing, whether or not something is searched for besides. */
export const NoFit = ({ view: { q, hidden }, change }: StateProps) => (
  <EmptyState
    title={q === '' ? 'No links match these filters' : `No links match “${q}” and these filters`}
    text={hidden ? 'Only hidden links are included.' : 'Hidden links aren’t included.'}
    action={<Button onClick={() => change({ filter: NO_FILTER })}>Clear filters</Button>}
  />
)

export function NothingHidden({ change }: Pick<StateProps, 'change'>) {
  return (
    <EmptyState
      title="No hidden links"
      text="Hide a link from its menu. It keeps working and keeps its numbers."
      action={<Button onClick={() => change({ hidden: false })}>Back to your links</Button>}
    />
  )
}

/** Offline before the first visit ended: neither empty nor about to come. */
const NothingSaved = () => (
  <EmptyState
    title="Nothing saved on this device yet"
    text="Your links will be here after one visit with a connection."
  />
)

/** There were none when this device last heard of the server; others may have made some since. */
const NoneHere = () => (
  <EmptyState
    title="No links on this device yet"
    text="Links made on other devices show up here once you’re back online."
  />
)

type NoLinksProps = { list?: LinkListName; emptiness: Emptiness; skeleton: ReactNode }

/** Nothing to show, and no word of the server that there is nothing. */
export function NoLinksShown({ list = 'links', emptiness, skeleton }: NoLinksProps) {
  if (emptiness === 'failed') return <LinksNotLoaded list={list} />
  if (emptiness === 'unsaved') return <NothingSaved />
  return emptiness === 'none-here' ? <NoneHere /> : skeleton
}

const LinksNotLoaded = ({ list }: { list: LinkListName }) => (
  <NotLoaded what="links" list={useListState(list)} />
)
