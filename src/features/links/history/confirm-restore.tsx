import { useState } from 'react'
import { restoreVersion, type Subject, type VersionRef } from '#api/links/history.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { Restored } from '#contract/links/history.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { FieldChanges } from './field-changes.tsx'
import css from './history.module.css'

type ConfirmRestoreProps = {
  subject: Subject
  version: VersionRef
  /** Beginning of a sentence: "The link". */
  name: string
  onRestored: (result: Restored) => void
  /** Called if it was changed elsewhere. */
  onChanged: () => void
  onClose: () => void
}

const CHANGED_TEXT = 'It was changed meanwhile. Check the newest change, then restore again.'

/** Shows what a restore would change, and asks for it. */
export function ConfirmRestore(props: ConfirmRestoreProps) {
  const { subject, version, name, onRestored, onChanged, onClose } = props
  const key = `restore ${subject.kind} ${subject.id} ${version.id} ${version.latest}`
  const trial = useAnswer(key, (options) =>
    restoreVersion(subject, version, { dryRun: true, ...options }),
  )
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const { value } = trial
  const { changes = [], left_out: leftOut = [] } = value ?? {}

  async function send() {
    setBusy(true)
    try {
      onRestored(await restoreVersion(subject, version, quiet))
    } catch (error) {
      setFailure(error)
      if (isConflict(error)) onChanged()
    }
    setBusy(false)
  }

  const error = failure ?? trial.error
  const canRestore = changes.length > 0 && !isConflict(error)
  return (
    <Modal
      title="Restore this version?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canRestore && (
            <Button variant="primary" busy={busy} onClick={() => void send()}>
              Restore
            </Button>
          )}
        </>
      }
    >
      <div className={css.confirm} aria-busy={trial.loading}>
        {trial.loading && <Skeleton height={52} radius="var(--radius-field)" />}
        {value && changes.length === 0 && <p>There is nothing to change.</p>}
        {changes.length > 0 && (
          <>
            <p>This changes now:</p>
            <FieldChanges changes={changes} />
          </>
        )}
        {leftOut.map((text) => (
          <p key={text} className="hint">
            {text}
          </p>
        ))}
        {error != null && <FieldError text={textOf(error, name)} />}
      </div>
    </Modal>
  )
}

const isConflict = (error: unknown) => error != null && toApiError(error).status === 409

const textOf = (error: unknown, name: string) =>
  isConflict(error)
    ? CHANGED_TEXT
    : (explainFailure(error, 'restore the version', name) ?? undefined)
