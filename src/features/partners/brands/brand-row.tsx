import { LinkSimpleIcon } from '@phosphor-icons/react/LinkSimple'
import { count, percent } from '#app/formats.ts'
import type { Organization } from '#contract/partners/brands.ts'
import { paths } from '#paths.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './brand-row.module.css'
import { BrandLogo, Picture } from './picture.tsx'

/** Shows a brand and its commission in a list, as a card with cover on wide screens. */
export function BrandRow({ brand, card = false }: { brand: Organization; card?: boolean }) {
  const { uuid, name, logo_url, cover_url, commission_percentage, is_connected } = brand
  const about = aboutBrand(brand)
  return (
    <a className={css.row} data-card={card || undefined} href={paths.brand(uuid)}>
      {card && <Picture src={cover_url} className={css.cover} />}
      <BrandLogo name={name} src={logo_url} />
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        {about !== '' && (
          <span className={`${css.about} hint`}>
            {is_connected && <LinkSimpleIcon size={14} weight="bold" aria-hidden />}
            <span>{about}</span>
          </span>
        )}
      </span>
      <b className={css.rate}>
        <span className="vh">You earn </span>
        <span>{percent(commission_percentage)}</span>
      </b>
    </a>
  )
}

function aboutBrand({ categories, is_connected, active_campaigns: campaigns }: Organization) {
  const running = `${count(campaigns)} active ${campaigns === 1 ? 'campaign' : 'campaigns'}`
  return [is_connected && 'Connected', categories.slice(0, 2).join(', '), campaigns > 0 && running]
    .filter((part) => part !== false && part !== '')
    .join(', ')
}

export const BrandRowsSkeleton = ({ count, card }: { count: number; card?: boolean }) => (
  <div className={css.list} data-card={card || undefined} role="status" aria-label="Loading brands">
    {Array.from({ length: count }, (_, index) => (
      // The rows never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={css.row} data-card={card || undefined}>
        {card && <Skeleton className={css.cover} height="auto" radius={20} />}
        <Skeleton width={48} height={48} radius={12} />
        <span className={css.words}>
          <Skeleton width="58%" height={14} />
          <Skeleton width="34%" height={12} />
        </span>
      </span>
    ))}
  </div>
)
