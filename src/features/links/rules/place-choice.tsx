import { useState } from 'react'
import { Chip } from '#ui/chip.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { keyOf } from '#ui/keys.ts'
import { allCountries, allLanguages, findPlaces } from './places.ts'
import css from './rules.module.css'

const MAX_SHOWN = 8

type PlaceChoiceProps = {
  kind: 'country' | 'language'
  values: string[]
  onChange: (values: string[]) => void
}

/** Chooses countries or languages by name. */
export function PlaceChoice({ kind, values, onChange }: PlaceChoiceProps) {
  const [typed, setTyped] = useState('')
  const all = kind === 'country' ? allCountries() : allLanguages()
  const found = findPlaces(all, typed)
    .filter(({ value }) => !values.includes(value))
    .slice(0, MAX_SHOWN)
  const labelOf = (value: string) => all.find((one) => one.value === value)?.label ?? value

  function add(value: string) {
    onChange([...values, value])
    setTyped('')
  }

  return (
    <>
      <SearchField
        label={kind === 'country' ? 'Search countries' : 'Search languages'}
        value={typed}
        onChange={setTyped}
        onKeyUp={(event) => {
          const [first] = found
          if (keyOf(event) === 'Enter' && first) add(first.value)
        }}
      />
      {(values.length > 0 || found.length > 0) && (
        <div className={css.chips}>
          {values.map((value) => (
            <Chip
              key={value}
              pressed
              aria-label={`${labelOf(value)}, remove`}
              onClick={() => onChange(values.filter((one) => one !== value))}
            >
              {labelOf(value)}
            </Chip>
          ))}
          {found.map(({ value, label }) => (
            <Chip key={value} onClick={() => add(value)}>
              {label}
            </Chip>
          ))}
        </div>
      )}
      {typed.trim() !== '' && found.length === 0 && <p className="hint">Nothing found.</p>}
    </>
  )
}
