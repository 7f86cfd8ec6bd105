import { useState } from 'react'
import { fold } from '#contract/search/fold.ts'
import type { NameCount } from '#live/read/link-filter.ts'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/fields/field.tsx'
import css from './filter-sheet.module.css'

const MAX_SHOWN = 12

type FilterTagsProps = {
  tags: NameCount[]
  chosen: string[]
  choose: (tags: string[]) => void
}

/** Selects tags, most used first; typing finds the others. */
export function FilterTags({ tags, chosen, choose }: FilterTagsProps) {
  const [typed, setTyped] = useState('')
  const text = fold(typed.trim())
  const found = tags.filter(({ name }) => !chosen.includes(name) && fold(name).includes(text))
  const more = found.length - MAX_SHOWN
  if (tags.length === 0 && chosen.length === 0) return null
  return (
    <div className={`${css.field} stack`}>
      <TextField
        name="tag"
        label="Tags"
        placeholder="Find a tag"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        help={text !== '' && found.length === 0 ? `No tag has “${typed.trim()}” in it.` : undefined}
        autoCapitalize="none"
        autoComplete="off"
      />
      <div className={css.chips} role="group" aria-label="Tags">
        {chosen.map((tag) => (
          <Chip key={tag} pressed onClick={() => choose(chosen.filter((one) => one !== tag))}>
            {tag}
          </Chip>
        ))}
        {found.slice(0, MAX_SHOWN).map(({ name, count }) => (
          <Chip key={name} pressed={false} count={count} onClick={() => choose([...chosen, name])}>
            {name}
          </Chip>
        ))}
      </div>
      {more > 0 && <p className="t2">{`${more} more. Type to find them.`}</p>}
    </div>
  )
}
