import type { Options } from 'ky'
import { AnswerList } from '#app/answer-list.tsx'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ApiCall } from '#contract/developers/api-calls.ts'
import css from './developers.module.css'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { timeText } from './webhooks/delivery-texts.ts'

type LatestCallsProps = {
  /** Id of the key or app. */
  id: string
  list: (id: string, options: Options) => Promise<ApiCall[]>
}

/** Lists the latest calls of an API key or a connected app. */
export function LatestCalls({ id, list }: LatestCallsProps) {
  const calls = useAnswer(`calls ${id}`, (options) => list(id, options), { isSecondary: true })
  return (
    <>
      <h3 className={css.subtitle}>Calls of the last 7 days</h3>
      <AnswerList
        what="calls"
        rows={calls.value}
        answer={calls}
        loading={<RowsSkeleton label="Loading calls" />}
        empty={<p>No calls.</p>}
      >
        {(rows) => (
          <ul className={css.calls}>
            {rows.map(({ at, call, status, request_id }) => (
              <li key={request_id + call}>
                <code translate="no">{call}</code>
                <span className="hint num">{`${timeText(at)}, ${status}`}</span>
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
    </>
  )
}
