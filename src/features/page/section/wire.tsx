import type { CollectionLayout } from '#contract/collections.ts'
import type { SectionType } from '#contract/page/pages.ts'
import css from './wire.module.css'

type WireProps = { type: SectionType; layout: CollectionLayout; bare?: boolean }

const BOX_COUNTS = { grid: 4, list: 3, post: 2, links: 3, social: 3, text: 3 } as const

/** Draws a section as boxes. Decorative: its name is beside it. */
export function SectionWireframe({ type, layout, bare }: WireProps) {
  const look = type === 'collections' ? layout : type
  return (
    <span className={css.wire} data-look={look} data-bare={bare || undefined} aria-hidden="true">
      {Array.from({ length: BOX_COUNTS[look] }, (_, place) => (
        <i key={place} />
      ))}
    </span>
  )
}
