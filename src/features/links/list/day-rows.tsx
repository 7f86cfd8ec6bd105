import { memo } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { isWaitingGroup } from './day-groups.ts'
import css from './links-list.module.css'
import { LinkRow } from './row/link-row.tsx'
import type { ListLayout, PlacedDay } from '#ui/window-list/list-layout.ts'
import { RowSkeleton } from './list-skeleton.tsx'
import { WaitingCount } from './row/waiting-parts.tsx'
import type { Piece } from './use-window-rows.ts'

/** Props shared by all rows of a list. */
export type RowsProps = {
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
  /** Whether any link is selected. On a phone, every row then shows its checkbox. */
  selecting: boolean
}

export type DayProps = { day: PlacedDay; pieces: Piece[]; shared: RowsProps }
export type PieceProps = RowsProps & Piece & { day: PlacedDay }

/** Shows the links of one day on a phone, with a sticky heading. */
export function DayRows({ day, pieces, shared }: DayProps) {
  return (
    <section className={css.day} style={{ top: day.top, height: day.height }}>
      {day.label !== null && (
        <div className={css.heading}>
          <h2>{day.label}</h2>
          {isWaitingGroup(day) && (
            <WaitingCount className={css.changes} ids={idsOf(day, shared.ids)} />
          )}
        </div>
      )}
      <ul>
        {pieces.map((piece) => (
          <RowsPiece key={piece.first} day={day} {...piece} {...shared} />
        ))}
      </ul>
    </section>
  )
}

export const idsOf = ({ first, count }: PlacedDay, ids: string[]) => ids.slice(first, first + count)

const RowsPiece = memo(function RowsPiece(props: PieceProps) {
  const { day, first, end, ids, rows, layout, live, onShare, onRetry } = props
  const { onSelect, isSelected, selecting } = props
  return ids.slice(first, end).map((id, place) => {
    const link = rows.get(id)
    return (
      <li
        key={id}
        className={css.line}
        style={{ top: layout.offsetInDay(first + place, day) }}
        aria-setsize={day.count}
        aria-posinset={first + place - day.first + 1}
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
  })
})
