import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { count } from '#app/formats.ts'
import type { ImportProblem } from '#contract/imports.ts'
import { Button } from '#ui/button.tsx'
import css from './import-dialog.module.css'
import { saveProblems } from './problems-file.ts'

/** Maximum number of rows shown; the file has all. */
const MAX_SHOWN = 20

type ProblemsProps = {
  header: string[]
  problems: ImportProblem[]
  /** Name of the imported file. */
  name: string
}

/** Lists rows with problems, and offers a file with those that can be corrected. */
export function Problems({ header, problems, name }: ProblemsProps) {
  if (problems.length === 0) return null
  const errors = problems.filter(({ outcome }) => outcome === 'error')
  const recoded = problems.filter(({ outcome }) => outcome === 'recoded')
  return (
    <section className={`${css.part} stack`} aria-label="Rows to check">
      <h3 className={css.title}>Rows to check</h3>
      <ul className={`${css.problems} stack`}>
        {[...errors, ...recoded].slice(0, MAX_SHOWN).map(({ row, outcome, column, message }) => (
          <li key={row} data-tone={outcome}>
            <span className={css.rowNumber}>{row}</span>
            <span>
              {column !== '' && <b>{`${column}: `}</b>}
              <span>{message}</span>
            </span>
          </li>
        ))}
      </ul>
      {problems.length > MAX_SHOWN && (
        <p className="hint">{`And ${count(problems.length - MAX_SHOWN)} more.`}</p>
      )}
      {errors.length > 0 && (
        <div className={css.download}>
          <Button
            size="md"
            icon={DownloadSimpleIcon}
            onClick={() => saveProblems(header, errors, name)}
          >
            {`Download ${errors.length === 1 ? 'this row' : `these ${count(errors.length)} rows`}`}
          </Button>
          <p className="hint">
            A CSV file with a column that says what is wrong. Correct it and import it.
          </p>
        </div>
      )}
    </section>
  )
}
