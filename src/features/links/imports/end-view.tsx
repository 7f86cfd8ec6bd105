import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { importProblems } from '#api/imports.ts'
import { count } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ImportProblems, LinkImport } from '#contract/imports.ts'
import { Counts } from './counts.tsx'
import css from './import-dialog.module.css'
import { Problems } from './problems.tsx'

const TITLES = { done: 'Import finished', cancelled: 'Import stopped', failed: 'Import failed' }

/** Shows the summary of a finished import. */
export function EndView({ run }: { run: LinkImport }) {
  const found = useProblems(run)
  const title = TITLES[run.status as keyof typeof TITLES]
  const Icon = run.status === 'done' ? CheckCircleIcon : WarningCircleIcon
  return (
    <div className={`${css.step} stack`}>
      <p className={css.end} data-tone={run.status} role="status">
        <Icon size={22} weight="fill" aria-hidden />
        <span>{title}</span>
      </p>
      {run.message && <p>{run.message}</p>}
      {run.status !== 'done' && (
        <p>
          {`${count(run.done)} of ${count(run.total)} rows are done, and what was created stays. Import the file again to continue.`}
        </p>
      )}
      <Counts counts={run.counts} words={['link was imported', 'links were imported']} />
      {run.new_collections > 0 && (
        <p className="hint">
          {`${count(run.new_collections)} ${run.new_collections === 1 ? 'collection was' : 'collections were'} created.`}
        </p>
      )}
      <p className="hint">
        Links get their picture, and a title where the file has none, from their page, a few at a
        time.
      </p>
      {found && <Problems header={found.header} problems={found.results} name={run.file_name} />}
    </div>
  )
}

/** Loads the rows with problems. Offline, only their number is known. */
function useProblems({ id, counts: { errors, recoded } }: LinkImport) {
  const key = errors + recoded === 0 ? null : `import-problems ${id}`
  return useAnswer<ImportProblems>(key, () => importProblems(id), { isSecondary: true }).value
}
