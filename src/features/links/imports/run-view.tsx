import { count } from '#app/formats.ts'
import type { ImportStep } from './import-steps.ts'
import css from './import-dialog.module.css'

type StepAt<At extends ImportStep['at']> = Extract<ImportStep, { at: At }>

/** Shows the progress while the file is uploaded and then checked. */
export function SendView({ step: { file, sent, dryRun } }: { step: StepAt<'sending'> }) {
  const nextLabel = dryRun ? 'Looking at the rows' : 'Starting'
  return (
    <div className={`${css.step} stack`} role="status">
      <p className={css.file}>
        <b>{file.name}</b>
      </p>
      <Progress
        label={sent < 1 ? 'Sending the file' : nextLabel}
        value={sent < 1 ? sent : undefined}
      />
    </div>
  )
}

/** Shows the progress of a running import, which continues on the server without this view. */
export function RunView({ step: { run, lost } }: { step: StepAt<'running'> }) {
  const { done, total, file_name } = run
  return (
    <div className={`${css.step} stack`}>
      <p className={css.file}>
        <b>{file_name}</b>
      </p>
      <Progress
        label={done === 0 ? 'Starting' : `${count(done)} of ${count(total)} rows`}
        value={done === 0 ? undefined : done / total}
      />
      <p className="hint" role="status">
        {lost
          ? 'No connection just now. The import goes on without it.'
          : 'You can close this, or the app: the import goes on by itself.'}
      </p>
    </div>
  )
}

/** Shows a progress bar; without a value, progress is unknown. */
function Progress({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={css.progress}>
      <span className="num">{label}</span>
      <progress className={css.bar} max={1} value={value} aria-label={label} />
    </div>
  )
}
