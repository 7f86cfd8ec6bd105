import { getRank, type Rank } from '#api/money/rank.ts'
import { count, money, percent } from '#app/formats.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { dayText, momentOf } from '#app/problems/times.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './rank-screen.module.css'
import { Fact, FactList } from '#ui/facts.tsx'

/** Shows the creator's rank by earnings, without names or amounts of others. */
export function RankScreen() {
  const rank = useAnswer('rank', getRank, { copy: true, isSecondary: true })
  return (
    <Screen title="Rank" freshness={rank} back={paths.more} narrow>
      {rank.value ? <RankDetails rank={rank.value} /> : <NoRank rank={rank} />}
    </Screen>
  )
}

function NoRank({ rank }: { rank: Answer<Rank | null> }) {
  const offline = useOffline()
  if (rank.value === null)
    return (
      <EmptyState
        title="No rank yet"
        text="Your rank counts commissions approved in the last 30 days. Your first sale puts you on the list."
        action={<ButtonLink href={paths.links}>Go to your links</ButtonLink>}
      />
    )
  if (rank.loading)
    return (
      <div className={`${css.rank} stack`} role="status" aria-label="Loading your rank">
        <Skeleton width="50%" height={52} radius={14} />
        <Skeleton width="70%" height={16} />
      </div>
    )
  if (offline) return <NothingSaved what="rank" />
  return <NotLoaded what="rank" list={rank} />
}

const RankDetails = ({ rank }: { rank: Rank }) => (
  <section className={`${css.rank} num stack`} aria-label="Your rank">
    <p className={css.place}>
      <b>{`#${count(rank.rank)}`}</b>
      <span>{`of ${rank.total === 1 ? '1 creator' : `${count(rank.total)} creators`}`}</span>
    </p>
    <p className={css.gap}>{gapText(rank)}</p>
    <FactList>
      <Fact label="You earned">
        <span translate="no">{money(rank.earned)}</span>
      </Fact>
      {rank.total > 1 && (
        <Fact label="Ahead of">{`${percent(rank.percentile)} of the others`}</Fact>
      )}
      <Fact label="Period">{periodText(rank)}</Fact>
    </FactList>
    <p className={css.note}>
      Only commissions approved in this period count. Other creators are grouped by amount ($10,
      $20, $50, $100 and so on) as of midnight UTC, so nobody can work out what they earn. Everyone
      in a group has the same rank. Only you see yours.
    </p>
  </section>
)

function gapText({ rank, next_rank_gap }: Rank): string {
  if (rank === 1) return 'You’re in the top group.'
  if (next_rank_gap === null) return ''
  return `${money(next_rank_gap)} more to the next rank.`
}

const periodText = ({ period_start, period_end }: Rank) =>
  `${dayText(momentOf(period_start))} to ${dayText(momentOf(period_end))}`
