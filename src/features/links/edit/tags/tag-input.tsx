import { XIcon } from '@phosphor-icons/react/X'
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { distinctNames, Spellings, withoutNames } from '#contract/search/spellings.ts'
import { cutText, unitsFor } from '#contract/text/graphemes.ts'
import { useTags } from '#live/read/use-facets.ts'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { announce } from '#ui/notices/toast.tsx'
import { keyOf } from '#ui/keys.ts'
import box from '#ui/fields/chip-field.module.css'
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
const mergeTags = (tags: string[], added: string[]) =>
  distinctNames([...tags, ...added.map((tag) => tag.trim()).filter((tag) => tag !== '')])

/**
 * Returns the tags in the field, on this device and of the suggestions. A tag removed here is not
 * known, so that its spelling can be corrected.
 */
function useKnownTags(tags: string[], suggestions: string[], removed: string[]) {
  const names = [...tags, ...useTags().map(({ name }) => name), ...suggestions]
  return new Spellings(names.filter((name) => !removed.includes(name)).map((name) => ({ name })))
}

/**
 * Edits tags as chips with a text field and suggestions of known tags. A typed tag that differs from
 * a known one only in case, accents or the like becomes the known one.
 */
export function TagInput({ label, tags, onChange, error }: TagInputProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [removed, setRemoved] = useState<string[]>([])
  const suggestions = withoutNames(useTagSuggestions(text), tags)
  const typed = text.trim()
  const known = useKnownTags(tags, suggestions, removed)
  const match = typed === '' ? '' : known.find(typed)?.name
  const isListed = [...tags, ...suggestions, ''].includes(match ?? typed)
  const isNew = match === undefined && !isListed
  const options = isListed ? suggestions : [match ?? typed, ...suggestions]

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
    const next = mergeTags(
      tags,
      added.map((tag) => known.find(tag.trim())?.name ?? tag),
    )
    show('')
    if (next.length === tags.length) return
    onChange(next)
    announce(`Added ${next.slice(tags.length).join(', ')}`)
  }

  function remove(tag: string) {
    onChange(tags.filter((one) => one !== tag))
    setRemoved([...removed, tag])
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
    <div className={`${css.tags} stack`}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <div
        className={box.control}
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
          className={box.input}
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
        <p id={`${id}-help`} className="hint">
          Enter adds a tag. Only you see them.
        </p>
      )}
      <TagOptions id={listId} options={options} hasNewTag={isNew} active={active} onPick={add} />
    </div>
  )
}
