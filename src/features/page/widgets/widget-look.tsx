import type { Widget, WidgetLayout } from '#contract/page/widgets.ts'
import { thumbOf } from '#features/links/short-parts.ts'
import { useCollection, useCollectionLinks } from '#live/read/use-collections.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { Placeholder } from '#ui/pictures/placeholder.tsx'
import css from './widget-card.module.css'

/** Number of pictures drawn in a card, per layout. */
const MAX_PICTURES: Record<WidgetLayout, number> = { grid: 6, carousel: 3, list: 3 }

/** Draws the layout with pictures from this device. Decorative: the name is below it. */
export function WidgetThumbnail({ widget }: { widget: Widget }) {
  const { layout, limit, collection_uuid } = widget
  const collection = useCollection(collection_uuid ?? '')
  const ids = useCollectionLinks(collection) ?? collection?.links.map(({ uuid }) => uuid) ?? []
  const places = Math.min(MAX_PICTURES[layout], limit)
  const rows = useLinkRows(ids.slice(0, places))
  /** Pictures of the first links, available before the links themselves are on this device. */
  const known = new Map(collection?.links.map(({ uuid, image_url }) => [uuid, image_url]))
  return (
    <div className={css.look} data-layout={layout} aria-hidden="true">
      {Array.from({ length: places }, (_, place) => {
        const image_url = rows[place]?.image_url ?? known.get(ids[place] ?? '')
        const src = image_url ? thumbOf({ image_url }) : null
        const isKnown = image_url !== undefined
        if (layout !== 'list') return <Picture key={place} src={src} isThere={isKnown} />
        return (
          <span key={place}>
            <Picture src={src} isThere={isKnown} />
          </span>
        )
      })}
    </div>
  )
}

const Picture = ({ src, isThere }: { src: string | null; isThere: boolean }) => (
  <i>
    {src ? (
      <img src={src} alt="" loading="lazy" decoding="async" />
    ) : (
      isThere && <Placeholder size={48} />
    )}
  </i>
)
