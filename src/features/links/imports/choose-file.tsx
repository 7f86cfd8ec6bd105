import { FileCsvIcon } from '@phosphor-icons/react/FileCsv'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { useId, useRef, useState, type DragEvent } from 'react'
import { count } from '#app/formats.ts'
import { IMPORT_ACCEPT, IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '#contract/imports.ts'
import { Button } from '#ui/button.tsx'
import { FileInput } from '#ui/fields/file-input.tsx'
import css from './import-dialog.module.css'

type ChooseFileProps = { refused: string | undefined; choose: (file: File) => void }

/**
 * Shows the first step of an import, choosing a file. Nothing is imported before the plan is
 * confirmed.
 */
export function ChooseFile({ refused, choose }: ChooseFileProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) choose(file)
  }

  return (
    <div className={`${css.step} stack`}>
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileCsvIcon size={40} aria-hidden />
        <Button variant="primary" aria-describedby={id} onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
        <p id={id} className="hint">
          <span className={css.byMouse}>or drop it here. </span>
          <span>{`Up to ${count(IMPORT_MAX_ROWS)} rows and ${IMPORT_MAX_BYTES / 1024 / 1024} MB. You see what will happen before anything is imported.`}</span>
        </p>
        <FileInput ref={input} label="CSV file" accept={IMPORT_ACCEPT} onChoose={choose} />
      </div>
      <RefusalAlert text={refused} />
      <dl className={`${css.facts} stack`}>
        <dt>Which files</dt>
        <dd>
          Exports of this app, Bitly, Rebrandly, Short.io, YOURLS, Dub, Kutt, Shlink, TinyURL,
          Cuttly and Linktree, and any table with a column named url. Codes, titles, tags,
          collections, dates and campaign fields are imported.
        </dd>
        <dt>What is not imported</dt>
        <dd>
          Clicks counted elsewhere, and pictures. An import cannot move an address: a bit.ly link
          stays with bit.ly. Links printed on a domain of your own keep working once that domain
          points here.
        </dd>
        <dt>The same file twice</dt>
        <dd>
          Adds nothing the second time. The same code and address is the same link; without a code
          the address decides. Links you have already are left as they are.
        </dd>
      </dl>
    </div>
  )
}

export const RefusalAlert = ({ text }: { text: string | undefined }) => (
  <div role="alert" className={css.alert}>
    {text !== undefined && (
      <p className={css.refused}>
        <WarningCircleIcon size={18} weight="fill" aria-hidden />
        <span>{text}</span>
      </p>
    )}
  </div>
)
