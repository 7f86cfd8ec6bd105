import { PlusIcon } from '@phosphor-icons/react/Plus'
import { AnswerList } from '#app/answer-list.tsx'
import { useNow } from '#app/problems/use-now.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { MAX_DOMAINS, type CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useWide } from '#ui/use-media.ts'
import { DomainRecords } from './domain-records.tsx'
import { DomainRow } from './domain-row.tsx'
import { stateOf } from './domain-state.ts'
import css from './domains.module.css'
import { useCustomDomains } from './domains.ts'
import { useDomainActions, type DomainActions } from './use-domain-actions.ts'

/** Milliseconds between updates of the clock for texts like "next in 5 min". */
const CLOCK_MS = 15_000

/** Lists the creator's custom domains for short links. */
export function DomainsScreen() {
  const domains = useCustomDomains()
  const actions = useDomainActions(domains)
  const wide = useWide('desk')
  const now = useNow(CLOCK_MS)
  const rows = domains.value ?? []
  const canAdd = rows.length > 0 && rows.length < MAX_DOMAINS
  const incompleteDomain = rows.find((row) => stateOf(row, now).needsRecords)
  return (
    <Screen
      title="Custom domains"
      freshness={domains}
      back={paths.settings}
      className={css.tall}
      actions={wide && canAdd && <AddButton size="default" />}
    >
      <AnswerList
        what="domains"
        rows={domains.value}
        answer={domains}
        loading={<DomainsSkeleton />}
        empty={
          <EmptyState
            title="Use your own name in short links"
            text="You need a domain that you own, and access to its DNS settings."
            action={<AddButton />}
          />
        }
      >
        {(rows) => (
          <>
            <Intro rows={rows} />
            <ul className={`${css.list} stack`} aria-label="Domains">
              {rows.map((row) => (
                <DomainRow key={row.id} domain={row} now={now} actions={actions} />
              ))}
            </ul>
            {wide && incompleteDomain && (
              <IncompleteDomain domain={incompleteDomain} actions={actions} />
            )}
            {!wide && canAdd && <AddBar />}
            {!canAdd && (
              <p className={`${css.note} hint`}>
                These are the {MAX_DOMAINS} that you can have at most.
              </p>
            )}
          </>
        )}
      </AnswerList>
    </Screen>
  )
}

const AddButton = ({
  size = 'lg',
  block = false,
}: {
  size?: 'lg' | 'default'
  block?: boolean
}) => (
  <ButtonLink variant="primary" size={size} block={block} icon={PlusIcon} href={paths.addDomain}>
    Add a domain
  </ButtonLink>
)

function AddBar() {
  const bar = useFloating()
  return (
    <div ref={bar} className={`${css.bar} dock-bar`}>
      <AddButton block />
    </div>
  )
}

/** Shows an example with the creator's first domain. */
const Intro = ({ rows }: { rows: CustomDomain[] }) => (
  <p className={css.intro}>
    Your short links on your own name, like <b>{`${shownHost(rows[0]?.domain ?? '')}/lamp`}</b>
  </p>
)

/** Shows the records of the first domain that needs them below the list, on wide screens. */
const IncompleteDomain = ({
  domain,
  actions,
}: {
  domain: CustomDomain
  actions: DomainActions
}) => (
  <section className={css.section} aria-label={`Records for ${shownHost(domain.domain)}`}>
    <div className={css.sectionHead}>
      <h2>{`Records for ${shownHost(domain.domain)}`}</h2>
      <Button busy={actions.busy === domain.id} onClick={() => void actions.check(domain)}>
        Check now
      </Button>
    </div>
    <DomainRecords domain={domain} />
  </section>
)

const DomainsSkeleton = () => (
  <div className={`${css.list} stack`} role="status" aria-label="Loading domains">
    {[58, 44].map((width) => (
      <div key={width} className={css.loading}>
        <Skeleton width={44} height={44} radius={99} />
        <span>
          <Skeleton width={`${width}%`} height={14} />
          <Skeleton width="34%" height={12} />
        </span>
      </div>
    ))}
  </div>
)
