import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './account-info.module.css'

type AnswerState = Pick<Answer<unknown>, 'loading' | 'error' | 'refreshing' | 'refresh'>

/** Shows that the data is loading, not saved or failed to load. */
export function Missing({ what, answer }: { what: string; answer: AnswerState }) {
  const offline = useOffline()
  if (answer.loading)
    return (
      <div className={`${css.part} stack`} role="status" aria-label="Loading">
        <Skeleton height={72} radius={14} />
        <Skeleton height={72} radius={14} />
      </div>
    )
  if (offline) return <NothingSaved what={what} />
  return <NotLoaded what={what} list={answer} />
}
