import { SelectField, TextField } from '#ui/fields/field.tsx'
import { formatLocal, parseLocal } from '../edit/limits/local-moment.ts'
import { CHOICES } from './condition-fields.tsx'
import { allCountries, allLanguages, type Place } from './places.ts'
import css from './rules.module.css'
import { MACHINES, type Visitor } from './visitor.ts'

type VisitorFieldsProps = { visitor: Visitor; onChange: (visitor: Visitor) => void }

const choicesOf = (kind: 'app' | 'browser'): Place[] =>
  CHOICES[kind].values
    .filter((value) => value !== 'any')
    .map((value) => ({ value, label: CHOICES[kind].labels[value] ?? value }))

/** Returns the option for a property that is not set. */
const unsetOption = (label: string) => ({ value: '', label })
const POSITIONS = Array.from({ length: 100 }, (_, index) => String(index + 1))

/** Shows the fields that describe the visitor with whom the rules of a link are tried. */
export function VisitorFields({ visitor, onChange }: VisitorFieldsProps) {
  const field = <Name extends keyof Visitor>(name: Name) => ({
    name,
    value: visitor[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...visitor, [name]: target.value }),
  })
  return (
    <div className={css.fields}>
      <SelectField
        label="Device"
        options={Object.entries(MACHINES).map(([value, { label }]) => ({ value, label }))}
        {...field('machine')}
      />
      <SelectField
        label="Country"
        options={[unsetOption('Any country'), ...allCountries()]}
        {...field('country')}
      />
      <SelectField
        label="App"
        options={[unsetOption('No app'), ...choicesOf('app')]}
        {...field('app')}
      />
      <SelectField
        label="Browser"
        options={[unsetOption('Any browser'), ...choicesOf('browser')]}
        {...field('browser')}
      />
      <SelectField
        label="Language"
        options={[unsetOption('Any language'), ...allLanguages()]}
        {...field('language')}
      />
      <TextField
        {...field('at')}
        label="Time"
        type="datetime-local"
        value={formatLocal(visitor.at)}
        onChange={({ target }) => onChange({ ...visitor, at: parseLocal(target) ?? '' })}
        help="Leave empty for now."
      />
      <TextField
        label="Parameters"
        placeholder="ref=ana"
        autoCapitalize="none"
        {...field('query')}
      />
      <TextField
        label="Coming from"
        placeholder="news.example"
        autoCapitalize="none"
        {...field('referrer')}
      />
      <SelectField
        label="Visitor of 100"
        help="For rules with a percentage."
        options={POSITIONS.map((value) => ({ value, label: value }))}
        {...field('position')}
      />
    </div>
  )
}
