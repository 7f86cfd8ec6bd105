import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useRef, useState, type RefObject, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { MAX_SOURCE_LENGTH, NewSource, sourceName } from '#contract/sources.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { announce } from '#ui/notices/toast.tsx'
import css from './places.module.css'

type NewPlaceProps = {
  buttonRef: RefObject<HTMLButtonElement | null>
  /** Sources in the list, which cannot be added again. */
  known: readonly string[]
  onAdd: (source: string) => void
}

/** Shows a button that opens a field for the name of another place. */
export function NewPlace({ buttonRef, known, onAdd }: NewPlaceProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function show(next: boolean) {
    setOpen(next)
    change('')
  }
  function change(next: string) {
    setText(next)
    setError(undefined)
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const read = readSource(text, known)
    if (read.error !== undefined) {
      setError(read.error)
      input.current?.focus()
      return
    }
    onAdd(read.source)
    announce(`${sourceName(read.source)} has been added`)
    show(false)
    buttonRef.current?.focus()
  }

  return (
    <>
      <Button
        ref={buttonRef}
        className={css.add}
        variant="quiet"
        icon={PlusIcon}
        aria-expanded={isOpen}
        onClick={() => show(!isOpen)}
      >
        Add a place
      </Button>
      {isOpen && (
        <form className={css.form} noValidate onSubmit={submit}>
          <TextField
            ref={input}
            name="place"
            label="Name of the place"
            help={`Letters, digits and dashes, like spring-sale. At most ${MAX_SOURCE_LENGTH}.`}
            value={text}
            error={error}
            autoFocus
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change(target.value)}
          />
          <Button type="submit" variant="primary">
            Add
          </Button>
        </form>
      )}
    </>
  )
}

type ReadSource = { source: string; error?: never } | { error: string }

function readSource(text: string, known: readonly string[]): ReadSource {
  const { success, output, issues } = v.safeParse(NewSource, text)
  if (!success) return { error: issues[0].message }
  return known.includes(output) ? { error: 'This place is in the list.' } : { source: output }
}
