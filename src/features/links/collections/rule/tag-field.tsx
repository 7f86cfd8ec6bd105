import type { KeyboardEvent } from 'react'
import { fold } from '#contract/search/fold.ts'
import { Spellings, withoutNames } from '#contract/search/spellings.ts'
import { useTags } from '#live/read/use-facets.ts'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { keyOf } from '#ui/keys.ts'
import css from '../collection-form.module.css'

const MAX_SUGGESTIONS = 6

type TagFieldProps = {
  tags: string[]
  typed: string
  error: string | undefined
  change: (tags: string[], typed: string) => void
}

/** Edits the tags of a rule and suggests the user's most used tags. */
export function TagField({ tags, typed, error, change }: TagFieldProps) {
  const known = useTags()
  const text = fold(typed.trim())
  const suggested = known
    .filter(({ name }) => !tags.includes(name) && fold(name).includes(text))
    .slice(0, MAX_SUGGESTIONS)

  function add(name: string) {
    const tag = name.trim()
    if (tag === '' || tags.includes(tag)) return change(tags, '')
    // If a tag differs from a known one only in case or accents, use the known one.
    const own = new Spellings(known).find(tag)?.name ?? tag
    change([...withoutNames(tags, [own]), own], '')
  }

  function keydown(event: KeyboardEvent) {
    const key = keyOf(event)
    const isSeparator = key === 'Enter' || key === ','
    if (isSeparator && text !== '') {
      event.preventDefault()
      add(typed)
    } else if (key === 'Backspace' && typed === '') change(tags.slice(0, -1), '')
  }

  return (
    <div className={`${css.tags} stack`}>
      <TextField
        name="tags"
        label="Tagged"
        help="Press Enter after each tag."
        error={error}
        value={typed}
        onChange={({ target }) => change(tags, target.value)}
        onKeyDown={keydown}
        autoCapitalize="none"
        autoComplete="off"
        maxCharacters={50}
      />
      {(tags.length > 0 || suggested.length > 0) && (
        <div className={css.chips} role="group" aria-label="Tags">
          {tags.map((tag) => (
            <Chip
              key={tag}
              pressed
              aria-label={`${tag}, remove`}
              onClick={() =>
                change(
                  tags.filter((one) => one !== tag),
                  typed,
                )
              }
            >
              {tag}
            </Chip>
          ))}
          {suggested.map(({ name, count }) => (
            <Chip key={name} count={count} onClick={() => add(name)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
