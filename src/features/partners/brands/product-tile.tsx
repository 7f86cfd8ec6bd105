import { PlusIcon } from '@phosphor-icons/react/Plus'
import { count, percent } from '#app/formats.ts'
import type { TrendingProduct } from '#contract/partners/brands.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { IconButton } from '#ui/button.tsx'
import { ExternalLink } from './external-link.tsx'
import { Picture } from './picture.tsx'
import css from './product-tile.module.css'
import { useCreateLink } from './use-create-link.ts'
import { webAddress } from './web-address.ts'

type ProductTileProps = {
  product: TrendingProduct
  /** Whether to show the number of visitors. */
  visitors?: boolean
}

/** Shows a product that several creators link to, with a button that creates a link. */
export function ProductTile({ product, visitors = false }: ProductTileProps) {
  const { url, name, image_url, organization, domain, commission_percentage: rate } = product
  const create = useCreateLink()
  const address = webAddress(url)
  return (
    <article className={css.tile}>
      <span className={css.top}>
        <Picture src={image_url} className={css.picture} />
        {address !== null && (
          <IconButton
            className={css.add}
            label={`Create a link to ${name}`}
            icon={PlusIcon}
            onClick={() => create(address)}
          />
        )}
      </span>
      <ExternalLink address={url} className={css.name}>
        {name}
      </ExternalLink>
      <p className={`${css.about} hint`}>
        {rate !== null && rate > 0 && <em>{`${percent(rate)} `}</em>}
        <span>{organization?.name ?? shownHost(domain)}</span>
      </p>
      {visitors && <p className={`${css.about} hint`}>{visitorsText(product)}</p>}
    </article>
  )
}

const visitorsText = ({ clicks_7d: clicks }: TrendingProduct) =>
  `${count(clicks)} ${clicks === 1 ? 'visitor' : 'visitors'} this week`
