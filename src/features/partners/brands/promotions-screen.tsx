import { useNavigate, useSearch } from '@tanstack/react-router'
import { AnswerList } from '#app/answer-list.tsx'
import { useNow } from '#app/problems/use-now.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths, type PromotionsSearch } from '#paths.ts'
import { Chip } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useOffers } from './brands.ts'
import { OfferCard } from './offer-card.tsx'
import css from './promotions-screen.module.css'
import { ShowMore } from './show-more.tsx'

const KINDS = [
  { value: 'campaigns', label: 'Campaigns' },
  { value: 'event', label: 'Events' },
  { value: 'bonus_opp', label: 'Bonuses' },
] as const
const STATES = [
  [undefined, 'All'],
  ['active', 'Active'],
  ['upcoming', 'Upcoming'],
  ['ended', 'Ended'],
] as const
const NAMES = { campaigns: 'campaigns', event: 'events', bonus_opp: 'bonuses' } as const
const CLOCK_MS = 60_000

/** Shows campaigns, events and bonuses of all brands. */
export function PromotionsScreen() {
  const [{ type, status }, show] = usePromotionsSearch()
  const list = useOffers(type === undefined ? 'campaigns' : 'promotions', { type, status })
  const now = useNow(CLOCK_MS)
  const what = NAMES[type ?? 'campaigns']
  return (
    <Screen title="Promotions" freshness={list} back={paths.home} className={css.screen}>
      <div className={css.kinds}>
        <Segmented
          label="Show"
          options={KINDS}
          value={type ?? 'campaigns'}
          onChange={(kind) => show({ type: kind === 'campaigns' ? undefined : kind })}
        />
      </div>
      <div className={css.states} role="group" aria-label="When">
        {STATES.map(([value, label]) => (
          <Chip key={label} pressed={value === status} onClick={() => show({ status: value })}>
            {label}
          </Chip>
        ))}
      </div>
      <h2 className="vh">{capitalized(what)}</h2>
      <AnswerList
        what={what}
        rows={list.value?.items}
        answer={list}
        loading={<OffersSkeleton what={what} />}
        empty={<NoOffers what={what} status={status} />}
      >
        {(offers) => (
          <ul className={`${css.list} stack`} aria-label={capitalized(what)}>
            {offers.map((offer) => (
              <li key={offer.id}>
                <OfferCard offer={offer} now={now} />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
      <ShowMore list={list} />
    </Screen>
  )
}

/** Reads and sets the filters in the address. */
function usePromotionsSearch() {
  const search: PromotionsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const show = (next: PromotionsSearch) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: object) => ({ ...current, ...next }),
    })
  return [search, show] as const
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Shows that there are none, such as "No campaigns right now." */
const NoOffers = ({ what, status }: { what: string; status: PromotionsSearch['status'] }) =>
  status === 'ended' || status === 'upcoming' ? (
    <EmptyState title={`No ${status} ${what}.`} />
  ) : (
    <EmptyState
      title={`No ${what} right now.`}
      text="New ones appear here when a brand opens them."
    />
  )

const OffersSkeleton = ({ what }: { what: string }) => (
  <div className={`${css.list} stack`} role="status" aria-label={`Loading ${what}`}>
    {[1, 2, 3].map((one) => (
      <Skeleton key={one} height={152} radius={22} />
    ))}
  </div>
)
