import { DayRows, type RowsProps } from './day-rows.tsx'
import { DayTable } from './day-table.tsx'
import css from './links-list.module.css'
import { useWindowRows } from './use-window-rows.ts'

type NearLinksProps = Omit<RowsProps, 'rows'> & { wide: boolean }

/** Shows the rows near the window, the only part of the list that scrolling renders again. */
export function NearLinks({ wide, ...rest }: NearLinksProps) {
  const { ids, layout } = rest
  const { box, days, rows } = useWindowRows(ids, layout)
  const Day = wide ? DayTable : DayRows
  return (
    <div ref={box} className={css.list} style={{ height: layout.height }}>
      {days.map(({ day, pieces }) => (
        <Day key={day.key} day={day} pieces={pieces} shared={{ ...rest, rows }} />
      ))}
    </div>
  )
}
