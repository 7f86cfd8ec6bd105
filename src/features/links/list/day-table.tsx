import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { memo } from 'react'
import type { LinkOrder } from '#contract/search/link-order.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { isWaitingGroup } from './day-groups.ts'
import { idsOf, type DayProps, type PieceProps } from './day-rows.tsx'
import css from './links-list.module.css'
import { LinkTableRow } from './row/link-table-row.tsx'
import table from './link-table.module.css'
import { TableRowSkeleton } from './list-skeleton.tsx'
import { WaitingCount } from './row/waiting-parts.tsx'

const COLUMNS: { label: string; order?: LinkOrder; className?: string | undefined }[] = [
  { label: 'Link', order: 'name' },
  { label: 'Tags' },
  { label: '30 days', className: table.recent },
  { label: 'Clicks', order: '-lifetime_clicks', className: table.numberHead },
  { label: 'Earned', order: '-lifetime_commissions', className: table.numberHead },
  { label: 'Created', order: '-created', className: table.numberHead },
]

type TableHeadProps = {
  ordering: LinkOrder
  onOrder: (ordering: LinkOrder) => void
  /** Whether none, some or all links are selected. */
  selected: 'none' | 'some' | 'all'
  onSelectAll: () => void
}

export function TableHead({ ordering, onOrder, selected, onSelectAll }: TableHeadProps) {
  return (
    <div role="row" className={table.head}>
      <div role="columnheader">
        <Checkbox
          bare
          label="Select all links"
          checked={selected === 'all'}
          indeterminate={selected === 'some'}
          onChange={onSelectAll}
        />
      </div>
      {COLUMNS.map(({ label, order, className }) => (
        <div
          key={label}
          role="columnheader"
          className={className}
          aria-sort={sortOf(order, ordering)}
        >
          {order ? (
            <button type="button" className={table.sort} onClick={() => onOrder(order)}>
              <span>{label}</span>
              <CaretDownIcon size={11} weight="bold" aria-hidden />
            </button>
          ) : (
            label
          )}
        </div>
      ))}
      <div role="columnheader">
        <span className="vh">Actions</span>
      </div>
    </div>
  )
}

function sortOf(order: LinkOrder | undefined, ordering: LinkOrder) {
  if (order !== ordering) return undefined
  return ordering.startsWith('-') ? 'descending' : 'ascending'
}

/** Shows the links of one day in the table for wide windows. */
export function DayTable({ day, pieces, shared }: DayProps) {
  return (
    <div role="rowgroup" className={css.day} style={{ top: day.top, height: day.height }}>
      {day.label !== null && (
        <div role="row" className={css.heading}>
          <div role="cell" aria-colspan={COLUMNS.length + 2}>
            <span>{day.label}</span>
            {isWaitingGroup(day) && (
              <WaitingCount className={css.changes} ids={idsOf(day, shared.ids)} />
            )}
          </div>
        </div>
      )}
      {pieces.map((piece) => (
        <TablePiece key={piece.first} day={day} {...piece} {...shared} />
      ))}
    </div>
  )
}

const TablePiece = memo(function TablePiece(props: PieceProps) {
  const { day, first, end, ids, rows, layout, live, onShare, onEdit, onRetry, onMenu } = props
  const { onSelect, isSelected } = props
  return ids.slice(first, end).map((id, place) => {
    const link = rows.get(id)
    return (
      <div
        key={id}
        role="row"
        className={css.line}
        style={{ top: layout.offsetInDay(first + place, day) }}
      >
        {link ? (
          <LinkTableRow
            link={link}
            live={live}
            underDay={day.label !== null}
            onShare={onShare}
            onEdit={onEdit}
            onRetry={onRetry}
            onMenu={onMenu}
            onSelect={onSelect}
            selected={isSelected(id)}
          />
        ) : (
          <TableRowSkeleton />
        )}
      </div>
    )
  })
})
