import { XIcon } from '@phosphor-icons/react/X'
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { cutText, unitsFor } from '#contract/text/graphemes.ts'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { announce } from '#ui/toast.tsx'
import { keyOf } from '#ui/keys.ts'
import css from './tag-input.module.css'
import { TagOptions } from './tag-options.tsx'
import { useTagSuggestions } from './use-tag-suggestions.ts'

type TagInputProps = {
  label: string
  tags: string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

const MAX_TAG = 50

/** Adds tags without duplicates, in order of entry; blank ones are ignored. */
const mergeTags = (tags: string[], added: string[]) => [
  ...new Set([...tags, ...added.map((tag) => tag.trim()).filter((tag) => tag !== '')]),
]

/** Edits tags as chips with a text field and suggestions of known tags. */
export function TagInput({ label, tags, onChange, error }: TagInputProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const suggestions = useTagSuggestions(text).filter((name) => !tags.includes(name))
  const typed = text.trim()
  const isNew = typed !== '' && !tags.includes(typed) && !suggestions.includes(typed)
  const options = isNew ? [typed, ...suggestions] : suggestions

  function show(value: string) {
    setText(value)
    setActive(-1)
  }

  /**
   * Splits the text at commas. Phone keyboards send no key event for a comma, so it is found in the
   * text.
   */
  function type(value: string) {
    const parts = value.split(',')
    if (parts.length > 1) add(...parts.slice(0, -1))
    show(parts.at(-1)?.trimStart() ?? '')
  }

  function add(...added: string[]) {
    const next = mergeTags(tags, added)
    show('')
    if (next.length === tags.length) return
    onChange(next)
    announce(`Added ${next.slice(tags.length).join(', ')}`)
  }

  function remove(tag: string) {
    onChange(tags.filter((one) => one !== tag))
    announce(`Removed ${tag}`)
    field.current?.focus()
  }

  function paste(event: ClipboardEvent) {
    const parts = event.clipboardData.getData('text').split(/[,\n]/)
    if (parts.length < 2) return
    event.preventDefault()
    add(...parts.map((part) => cutText(part.trim(), MAX_TAG)))
  }

  function keydown(event: KeyboardEvent) {
    const key = keyOf(event)
    const last = tags.at(-1)
    if (key === 'Backspace') {
      if (text === '' && last !== undefined) remove(last)
      return
    }
    const next = actionForKey(key)
    if (!next) return
    event.preventDefault()
    next()
  }

  /** Returns the action for a key; undefined leaves the key to the browser and the dialog. */
  function actionForKey(key: string): (() => void) | undefined {
    const step = (by: number) => () =>
      setActive(((active < 0 && by < 0 ? 0 : active) + by + options.length) % options.length)
    if (key === 'Enter') return () => add(options[active] ?? text)
    if (key === 'ArrowDown' && options.length > 0) return step(1)
    if (key === 'ArrowUp' && options.length > 0) return step(-1)
    if (key === 'Escape' && (active >= 0 || text !== '')) return () => show('')
    return undefined
  }

  const listId = `${id}-options`
  return (
    <div className={css.tags}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <div
        className={css.control}
        data-error={error ? true : undefined}
        onClick={() => field.current?.focus()}
      >
        {tags.map((tag) => (
          <Chip key={tag} aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
            <span className="trunc">{tag}</span>
            <XIcon size={13} weight="bold" aria-hidden />
          </Chip>
        ))}
        <input
          ref={field}
          id={id}
          name="tags"
          className={css.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-help`}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keydown}
          onPaste={paste}
          onBlur={() => add(text)}
          placeholder={tags.length === 0 ? 'summer, living room' : ''}
          maxLength={unitsFor(MAX_TAG)}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
        />
      </div>
      {error ? (
        <FieldError id={`${id}-help`} text={error} />
      ) : (
        <p id={`${id}-help`} className={css.help}>
          Enter adds a tag. Only you see them.
        </p>
      )}
      <TagOptions id={listId} options={options} hasNewTag={isNew} active={active} onPick={add} />
    </div>
  )
}
