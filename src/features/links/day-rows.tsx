import type { ShortLink } from '#contract/links.ts'
import css from './links-list.module.css'
import { LinkRow } from './link-row.tsx'
import type { ListLayout, PlacedDay } from './list-layout.ts'
import { RowSkeleton } from './list-skeleton.tsx'

export type DayProps = {
  day: PlacedDay
  indexes: number[]
  ids: string[]
  rows: Map<string, ShortLink>
  layout: ListLayout
  live: boolean
  onShare: (link: ShortLink) => void
  onEdit: (link: ShortLink) => void
  onRetry: (link: ShortLink) => void
  onMenu: (link: ShortLink, button: HTMLElement) => void
  onSelect: (uuid: string, range?: boolean) => void
  isSelected: (uuid: string) => boolean
  /** Something is selected: on a phone every row shows its box. */
  selecting: boolean
}

/** The links of one day on a phone; its heading stays in sight while any of them is. */
export function DayRows(props: DayProps) {
  const { day, indexes, ids, rows, layout, live, onShare, onRetry } = props
  const { onSelect, isSelected, selecting } = props
  return (
    <section className={css.day} style={{ top: day.top, height: day.height }}>
      {day.label !== null && <h2 className={css.heading}>{day.label}</h2>}
      <ul>
        {indexes.map((index) => {
          const id = ids[index] ?? ''
          const link = rows.get(id)
          return (
            <li
              key={id}
              className={css.line}
              style={{ top: layout.offsetInDay(index, day) }}
              aria-setsize={day.count}
              aria-posinset={index - day.first + 1}
            >
              {link ? (
                <LinkRow
                  link={link}
                  live={live}
                  onShare={onShare}
                  onRetry={onRetry}
                  onSelect={selecting ? onSelect : undefined}
                  selected={selecting && isSelected(id)}
                />
              ) : (
                <RowSkeleton />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
