import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'

type NotHereProps = {
  what: string
  answer: Pick<Answer<unknown>, 'error' | 'loading' | 'refreshing' | 'refresh'>
}

/** Shows that a document is loading, does not exist or could not be loaded. */
export function MissingDocument({ what, answer }: NotHereProps) {
  const offline = useOffline()
  if (answer.error?.status === 404)
    return (
      <EmptyState title={`This ${what} isn’t here`} text="Your wallet lists everything you have." />
    )
  if (answer.loading)
    return (
      <div role="status" aria-label={`Loading the ${what}`}>
        <Skeleton height={320} radius={14} />
      </div>
    )
  if (offline)
    return (
      <EmptyState title="Not saved on this device" text={`The ${what} opens when you’re online.`} />
    )
  return <NotLoaded what={what} list={answer} />
}
