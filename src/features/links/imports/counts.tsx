import { count } from '#app/formats.ts'
import type { ImportCounts } from '#contract/imports.ts'
import css from './import-dialog.module.css'

type CountsProps = { counts: ImportCounts; words: [one: string, many: string] }

/** Shows the number of rows per outcome, new links first; outcomes without rows are left out. */
export function Counts({ counts, words: [one, many] }: CountsProps) {
  const { new: added, existing, recoded, errors } = counts
  const lines: [number: number, text: string, tone?: string][] = [
    [added, added === 1 ? one : many],
    [existing, existing === 1 ? 'is there already' : 'are there already'],
    [recoded, recoded === 1 ? 'of the new gets a fresh code' : 'of the new get a fresh code'],
    [errors, errors === 1 ? 'row has an error' : 'rows have errors', 'danger'],
  ]
  return (
    <ul className={css.counts} aria-label="What happens">
      {lines
        .filter(([number], index) => index === 0 || number > 0)
        .map(([number, text, tone]) => (
          <li key={text} data-tone={tone}>
            <b className="num">{count(number)}</b>
            <span>{` ${text}`}</span>
          </li>
        ))}
    </ul>
  )
}
