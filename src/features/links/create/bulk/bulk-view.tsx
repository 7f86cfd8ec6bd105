import { LinkIcon } from '@phosphor-icons/react/Link'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useRef, type KeyboardEvent } from 'react'
import { count } from '#app/formats.ts'
import { WHOLE_FORM } from '#app/form/form-errors.ts'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import { keyOf } from '#ui/keys.ts'
import { LinkChoices } from '../link-choices.tsx'
import { BulkRowItem } from './bulk-row.tsx'
import css from './bulk.module.css'
import { CreatedLinks } from './created-links.tsx'
import type { RowState } from './rows.ts'
import type { BulkForm } from './use-bulk-form.ts'
import { usePaste } from './use-paste.ts'

/** Shows the list of several new links before they are created, and then their short links. */
export function BulkView({ id, bulk }: { id: string; bulk: BulkForm }) {
  return bulk.isDone ? <CreatedLinks created={bulk.created} /> : <BulkList id={id} bulk={bulk} />
}

function BulkList({ id, bulk: { form, states, ready, created } }: { id: string; bulk: BulkForm }) {
  const list = useRef<HTMLOListElement>(null)
  const more = useRef<HTMLInputElement>(null)
  const { values, errors, busy, change } = form
  const { rows } = values
  const paste = usePaste({
    typed: values.more,
    length: rows.length,
    min: 1,
    add: (added) => change({ rows: [...rows, ...added], more: '' }),
  })
  /** Adds what was typed, also if it is wrong: its row says why. */
  const addTyped = () => paste.take(values.more, 0)

  function edit(id: string, text: string) {
    change({ rows: rows.map((row) => (row.id === id ? { id, text } : row)) })
  }

  function remove(index: number) {
    change({ rows: rows.filter((_, n) => n !== index) })
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1] ?? more.current
    next?.focus()
  }

  function addOnEnter(event: KeyboardEvent) {
    if (keyOf(event) !== 'Enter' || values.more.trim() === '') return
    event.preventDefault()
    addTyped()
  }

  return (
    <>
      <form {...form.props} id={id} className={`${css.form} stack`}>
        <div role="status">
          <p className={css.summary}>{busy ? `Creating ${linksText(ready)}` : summaryOf(states)}</p>
          {created.length > 0 && (
            <p className="hint">
              {`${linksText(created.length)} created. Correct the rest and create them again.`}
            </p>
          )}
        </div>
        {busy && <progress className={css.progress} aria-label="Creating links" />}
        <ol ref={list} className={css.rows} aria-label="Addresses">
          {rows.map((row, n) => (
            <BulkRowItem
              key={row.id}
              index={n}
              row={row}
              state={states[n] ?? { kind: 'ready' }}
              busy={busy}
              onEdit={(text) => edit(row.id, text)}
              onRemove={() => remove(n)}
            />
          ))}
        </ol>
        <TextField
          ref={more}
          name="more"
          label="More addresses"
          hint="Optional"
          icon={LinkIcon}
          value={values.more}
          readOnly={busy}
          onPaste={paste.onPaste}
          onKeyDown={addOnEnter}
          onChange={(event) => {
            paste.clearError()
            change({ more: event.target.value })
          }}
          error={paste.error ?? errors['more'] ?? errors[WHOLE_FORM]}
          {...urlInput}
          trailing={
            values.more.trim() !== '' && (
              <IconButton label="Add to the list" icon={PlusIcon} size="sm" onClick={addTyped} />
            )
          }
        />
      </form>
      <LinkChoices values={values} errors={errors} change={change} />
    </>
  )
}

const linksText = (links: number) => (links === 1 ? '1 link' : `${count(links)} links`)

/** Returns the number of addresses, and how many of them need attention. */
function summaryOf(states: readonly RowState[]): string {
  const of = (kind: RowState['kind']) => states.filter((state) => state.kind === kind).length
  const [wrong, repeated] = [of('wrong'), of('repeated')]
  const total = states.length === 1 ? '1 address' : `${count(states.length)} addresses`
  return [
    total,
    ...(wrong > 0 ? [`${count(wrong)} to correct`] : []),
    ...(repeated > 0 ? [`${count(repeated)} repeated`] : []),
  ].join(', ')
}
