import { InfoIcon } from '@phosphor-icons/react/Info'
import type { LeftOut } from '#contract/page/move-in.ts'
import css from './move-in.module.css'

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Shows the parts that are not imported, one line for each reason. */
export function LeftOutNotes({ notes }: { notes: LeftOut[] }) {
  if (notes.length === 0) return null
  const byReason = new Map<string, string[]>()
  for (const { what, why } of notes) byReason.set(why, [...(byReason.get(why) ?? []), what])
  return (
    <ul className={css.notes} aria-label="Not imported">
      {[...byReason].map(([why, parts]) => (
        <li key={why}>
          <InfoIcon size={18} aria-hidden />
          <span>{`Not imported: ${lists.format(parts)}. ${why}`}</span>
        </li>
      ))}
    </ul>
  )
}
