import { collectionsPath } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Says that there are no collections to select, or that none match the search. */
export const NoCollections = ({ q, text }: { q: string; text: string }) =>
  q === '' ? (
    <EmptyState
      title="No collections yet"
      text={text}
      action={<ButtonLink href={collectionsPath}>Go to collections</ButtonLink>}
    />
  ) : (
    <EmptyState title={`No collections match “${q}”`} />
  )
