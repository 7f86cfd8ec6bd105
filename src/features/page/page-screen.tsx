import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { ManagePage } from './manage-page.tsx'
import { MoveInLink } from './move-in-link.tsx'
import { usePage, type PageAnswer } from './page.ts'
import css from './page.module.css'

/** Shows the user's page for editing, or offers to create the first one. */
export function PageScreen() {
  const page = usePage()
  if (page.value) return <ManagePage page={page} value={page.value} />
  return (
    <Screen title="Page" freshness={page}>
      <WithoutPage page={page} />
    </Screen>
  )
}

/**
 * Distinguishes four cases: no page yet, still loading, failed, and nothing saved on this device.
 */
function WithoutPage({ page }: { page: PageAnswer }) {
  const { value, loading, error } = page
  const offline = useOffline()
  if (value === null) return <NoPage />
  if (loading) return <PageSkeleton />
  if (error && !offline) return <NotLoaded what="page" list={page} />
  return <NothingSaved what="page" />
}

const NoPage = () => (
  <EmptyState
    mark
    title="One page for everything you recommend"
    text="Your collections, links and accounts at one address, for your bio."
    action={
      <ButtonLink href={paths.pageCreate} variant="primary" icon={BrowserIcon}>
        Create your page
      </ButtonLink>
    }
    secondary={<MoveInLink />}
  />
)

const PageSkeleton = () => (
  <div className={css.loading} role="status" aria-label="Loading your page">
    <Skeleton height={52} radius="var(--radius-field)" />
    <Skeleton width={104} height={82} radius={16} />
    <Skeleton height={60} radius={14} />
    <Skeleton height={60} radius={14} />
  </div>
)
