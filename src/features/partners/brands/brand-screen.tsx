import { useParams } from '@tanstack/react-router'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import type { Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { DiscoveredOrganization } from '#contract/partners/brands.ts'
import { paths, type Href } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { BrandBody } from './brand-body.tsx'
import css from './brand-screen.module.css'
import { useBrand } from './brands.ts'

/** Shows a brand. `BrandPartnerScreen` is the same page under Partners in the menu. */
export const BrandScreen = () => <Brand back={paths.brands} />
export const BrandPartnerScreen = () => <Brand back={paths.partners} />

function Brand({ back }: { back: Href }) {
  const { uuid = '' } = useParams({ strict: false })
  const brand = useBrand(uuid)
  if (brand.error?.status !== 404 && brand.value)
    return (
      <Screen
        key={uuid}
        title={brand.value.name}
        // Empty, because the page shows the name below its cover.
        heading={<span className={css.heading} />}
        freshness={brand}
        back={back}
        className={css.screen}
      >
        <BrandBody brand={brand.value} />
      </Screen>
    )
  return (
    <Screen title="Brand" freshness={brand} back={back}>
      <Missing brand={brand} />
    </Screen>
  )
}

/**
 * Shows a different state for each of: loading, not found, failed, and not saved on this device.
 */
function Missing({ brand }: { brand: Answer<DiscoveredOrganization> }) {
  const { error, loading } = brand
  if (error?.status === 404)
    return (
      <EmptyState
        title="This brand isn’t here"
        text="It may have left, or the address is wrong. Your links to it keep working."
        action={<ButtonLink href={paths.brands}>All brands</ButtonLink>}
      />
    )
  if (loading) return <BrandSkeleton />
  if (error) return <NotLoaded what="brand" list={brand} />
  return <NothingSaved what="brands" />
}

const BrandSkeleton = () => (
  <div className={`${css.loading} stack`} role="status" aria-label="Loading the brand">
    <Skeleton height={160} radius={0} />
    <Skeleton className={css.loadingLogo} width={76} height={76} radius={18} />
    <Skeleton width="52%" height={26} />
    <Skeleton width="70%" height={14} />
    <Skeleton height={104} radius={22} />
  </div>
)
