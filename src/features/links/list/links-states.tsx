import { ClipboardTextIcon } from '@phosphor-icons/react/ClipboardText'
import { useSetAtom } from 'jotai'
import { useLayoutFlags } from '#app/shell/layout.ts'
import { openView } from '#app/dialog/link-dialog-state.ts'
import { NO_FILTER } from '#live/read/link-filter.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { importPath } from '#paths.ts'
import type { ListChange, ListView } from '../filter/use-list-view.ts'

export function FirstLink() {
  const open = useSetAtom(openView)
  // The empty state has its own create button.
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
        <ButtonLink variant="quiet" href={importPath}>
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

/** Shows that no link passes the filters, with or without a search. */
export const NoFilterMatch = ({ view: { q, hidden }, change }: StateProps) => (
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
