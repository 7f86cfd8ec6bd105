import { useNavigate, useParams } from '@tanstack/react-router'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { DomainDetails } from './domain-details.tsx'
import css from './domains.module.css'
import { useCustomDomains, type Domains } from './domains.ts'
import { useDomainActions } from './use-domain-actions.ts'

/** Shows one domain with its name, records and state. */
export function EditDomainScreen() {
  const { id = '' } = useParams({ strict: false })
  const domains = useCustomDomains()
  const actions = useDomainActions(domains)
  const navigate = useNavigate()
  const domain = domains.value?.find((one) => String(one.id) === id)
  return (
    <Screen
      title="Edit domain"
      freshness={domains}
      back={paths.domains}
      narrow
      className={css.tall}
    >
      {domain ? (
        <DomainDetails
          key={domain.id}
          domain={domain}
          domains={domains}
          actions={actions}
          onRemoved={() => void navigate({ href: paths.domains, replace: true })}
        />
      ) : (
        <Missing domains={domains} />
      )}
    </Screen>
  )
}

function Missing({ domains }: { domains: Domains }) {
  const { value, loading, refreshing, error } = domains
  const offline = useOffline()
  if (loading || refreshing) return <DetailsSkeleton />
  if (value)
    return (
      <EmptyState
        title="This domain isn’t here"
        text="It was removed, here or on another device."
        action={<ButtonLink href={paths.domains}>Go to your domains</ButtonLink>}
      />
    )
  if (error && !offline) return <NotLoaded what="domain" list={domains} />
  return <NothingSaved what="domains" />
}

const DetailsSkeleton = () => (
  <div className={`${css.form} stack`} role="status" aria-label="Loading the domain">
    <Skeleton height={44} />
    <Skeleton height={150} radius={18} />
    <Skeleton height={150} radius={18} />
  </div>
)
