import { PlusIcon } from '@phosphor-icons/react/Plus'
import { WHOLE_FORM, type FormErrors, type FormResult } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import { withScheme } from '#contract/links/target-url.ts'
import { MAX_RULES, type Condition, type NewRule } from '#contract/rules/rules.ts'
import { clauseOf } from '#contract/rules/sentences.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/fields/field.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { AddressField } from './address-field.tsx'
import { amazonRules, productNumber, STORES } from './amazon.ts'
import { allCountries } from './places.ts'
import { addressProblem, newRule } from './rule-draft.ts'
import css from './rules.module.css'
import type { TemplateProps } from './template-props.ts'

type Values = Record<string, string>

/**
 * Returns the form of a template. `build` returns the rules for its values, or the errors of its
 * fields.
 */
function useTemplate(
  { draft, free, onAdd, onClose }: TemplateProps,
  initial: Values,
  build: (values: Values) => FormResult<NewRule[]>,
) {
  return useForm<Values, NewRule[], NewRule[]>({
    draft,
    initial,
    read(values) {
      const { sent, errors } = build(values)
      if (errors) return { errors }
      if (sent.length > free)
        return { errors: { [WHOLE_FORM]: `A link can have ${MAX_RULES} rules.` } }
      return { sent }
    },
    save: async (rules) => rules,
    onSaved: onAdd,
    action: 'add the rules',
    onClose,
  })
}

/** Field for an address, and the condition of its rule. */
type AddressRule = { name: string; condition: Condition }

/** Builds a rule for each filled address. At least one is needed. */
const rulesOf =
  (fields: readonly AddressRule[]) =>
  (values: Values): FormResult<NewRule[]> => {
    const filled = fields.filter(({ name }) => values[name]?.trim())
    const [first] = fields
    if (filled.length === 0 && first) return { errors: { [first.name]: addressProblem('') } }
    const errors: FormErrors = {}
    for (const { name } of filled) {
      const problem = addressProblem(values[name] ?? '')
      if (problem) errors[name] = problem
    }
    if (Object.keys(errors).length > 0) return { errors }
    const toRule = ({ name, condition }: AddressRule) =>
      newRule([condition], withScheme(values[name] ?? ''))
    return { sent: filled.map(toRule) }
  }

const IOS: AddressRule = { name: 'ios', condition: { kind: 'system', values: ['ios'] } }
const ANDROID: AddressRule = { name: 'android', condition: { kind: 'system', values: ['android'] } }

/** Sends iPhones and iPads to one address and Android devices to another. */
export function StoreTemplate(props: TemplateProps) {
  const form = useTemplate(props, { ios: '', android: '' }, rulesOf([IOS, ANDROID]))
  return (
    form.ready && (
      <FormModal title="App Store or Play Store" form={form} submit="Add" className={css.form}>
        <AddressField label="App Store, for iPhone and iPad" {...form.field('ios')} />
        <AddressField label="Play Store, for Android" {...form.field('android')} />
        <FieldError text={form.errors[WHOLE_FORM]} />
      </FormModal>
    )
  )
}

const HALF: AddressRule = { name: 'half', condition: { kind: 'share', values: ['50'] } }

/** Sends half of the visitors to another address. */
export function HalfTemplate(props: TemplateProps) {
  const form = useTemplate(props, { half: '' }, rulesOf([HALF]))
  return (
    form.ready && (
      <FormModal title="50/50" form={form} submit="Add" className={css.form}>
        <AddressField
          label="Address for half of the visitors"
          help="The other half goes to the link’s own address."
          {...form.field('half')}
        />
        <FieldError text={form.errors[WHOLE_FORM]} />
      </FormModal>
    )
  )
}

const MIN_ROWS = 2

/** Sends visitors of each chosen country to an address of their own. */
export function CountryTemplate(props: TemplateProps) {
  const form = useTemplate(props, { rows: String(MIN_ROWS) }, (values) => {
    const indexes = rowsOf(values)
    const missing = indexes.filter(
      (row) => values[`address${row}`]?.trim() && !values[`country${row}`],
    )
    if (missing.length > 0)
      return {
        errors: Object.fromEntries(missing.map((row) => [`country${row}`, 'Choose a country.'])),
      }
    return rulesOf(
      indexes.map((row) => ({
        name: `address${row}`,
        condition: { kind: 'country', values: [values[`country${row}`] ?? ''] },
      })),
    )(values)
  })
  if (!form.ready) return null
  const { values, errors, change } = form
  const rows = rowsOf(values)
  return (
    <FormModal title="By country" form={form} submit="Add" className={css.form}>
      {rows.map((row) => (
        <div key={row} className={css.pair}>
          <SelectField
            name={`country${row}`}
            label={`Country ${row + 1}`}
            options={[{ value: '', label: 'Choose' }, ...allCountries()]}
            value={values[`country${row}`] ?? ''}
            error={errors[`country${row}`]}
            onChange={({ target }) => change({ [`country${row}`]: target.value })}
          />
          <AddressField
            name={`address${row}`}
            label={`Address ${row + 1}`}
            value={values[`address${row}`] ?? ''}
            error={errors[`address${row}`]}
            onChange={({ target }) => change({ [`address${row}`]: target.value })}
          />
        </div>
      ))}
      <Button
        icon={PlusIcon}
        disabled={rows.length >= props.free}
        onClick={() => change({ rows: String(rows.length + 1) })}
      >
        Add a country
      </Button>
      <FieldError text={errors[WHOLE_FORM]} />
    </FormModal>
  )
}

const rowsOf = (values: Values) => Array.from({ length: Number(values['rows']) }, (_, row) => row)

/** Sends visitors to the same product in Amazon's store of their country, with the tag for it. */
export function AmazonTemplate(props: TemplateProps) {
  const asin = productNumber(props.url) ?? ''
  const empty = Object.fromEntries(STORES.map(({ host }) => [host, '']))
  const form = useTemplate(props, empty, (values) => {
    const sent = amazonRules(asin, values)
    return sent.length === 0
      ? { errors: { [STORES[0]?.host ?? '']: 'Enter your tag for at least one store.' } }
      : { sent }
  })
  return (
    form.ready && (
      <FormModal title="Amazon by country" form={form} submit="Add" className={css.form}>
        <p className="hint">
          {`Enter your Associates tag for each store you have one for. Visitors see product ${asin} in the store of their country. Check that the product exists there.`}
        </p>
        {STORES.map(({ host, countries }) => (
          <TextField
            key={host}
            label={host}
            hint={clauseOf({ kind: 'country', values: countries }).what}
            maxLength={100}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.field(host)}
          />
        ))}
        <FieldError text={form.errors[WHOLE_FORM]} />
      </FormModal>
    )
  )
}
