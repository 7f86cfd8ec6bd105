import { useState } from 'react'
import { money } from '#app/formats.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { dayText, momentOf } from '#app/problems/times.ts'
import type { Referral } from '#contract/money/referrals.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import css from './who-joined.module.css'
import { useReferrals } from './referrals.ts'

type Shown = 'all' | 'creators'
const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'creators', label: 'Creators' },
] as const

/**
 * Lists the people who joined by the link. Only names, because email addresses and phone numbers
 * are private.
 */
export function WhoJoined({ pays }: { pays: boolean }) {
  const [shown, setShown] = useState<Shown>('all')
  const joined = useReferrals(shown === 'creators')
  return (
    <section aria-labelledby="who-joined">
      <div className={css.head}>
        <h2 id="who-joined">Who joined</h2>
        <Segmented label="Shown" options={OPTIONS} value={shown} onChange={setShown} />
      </div>
      <AnswerList
        what="referrals"
        rows={joined.value?.items}
        answer={joined}
        loading={<Waiting />}
        empty={
          <EmptyState
            title={shown === 'all' ? 'Nobody joined yet' : 'No creators yet'}
            text="People who sign up with your link are listed here."
          />
        }
      >
        {(rows) => (
          <ul className="stack" aria-label="Who joined">
            {rows.map((row) => (
              <Row key={row.id} row={row} pays={pays} />
            ))}
          </ul>
        )}
      </AnswerList>
      {typeof joined.value?.next === 'number' && (
        <Button busy={joined.adding} onClick={joined.more}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Row({ row, pays }: { row: Referral; pays: boolean }) {
  const name = row.name || 'No name yet'
  return (
    <li className={css.row}>
      <Avatar src={null} name={row.name || '?'} size={44} />
      <span className={css.text}>
        <span className={css.name}>{name}</span>
        <span className="hint">{detailOf(row)}</span>
      </span>
      {(pays || row.earned > 0) && (
        <span className={`${css.amount} num`} data-some={row.earned > 0 || undefined}>
          {money(row.earned)}
        </span>
      )}
    </li>
  )
}

function detailOf({ is_creator, joined_at }: Referral): string {
  const day = dayText(momentOf(joined_at))
  if (is_creator === null) return `Joined ${day}`
  return `${is_creator ? 'Creator' : 'Shopper'}, joined ${day}`
}

const Waiting = () => (
  <div className="stack" role="status" aria-label="Loading who joined">
    {[52, 40].map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={44} height={44} radius={99} />
        <span className={css.text}>
          <Skeleton width={`${width}%`} height={13} />
        </span>
      </div>
    ))}
  </div>
)
