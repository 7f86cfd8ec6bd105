import { TrashIcon } from '@phosphor-icons/react/Trash'
import { APPS, BROWSERS, DEVICES, SYSTEMS, type Kind } from '#contract/rules/kinds.ts'
import type { Condition } from '#contract/rules/rules.ts'
import { APP_NAMES, BROWSER_NAMES, SYSTEM_NAMES } from '#contract/rules/sentences.ts'
import { IconButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { TextArea, TextField } from '#ui/fields/field.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { formatLocal, parseLocal, timeZone } from '../edit/limits/local-moment.ts'
import { HoursFields } from './hours-fields.tsx'
import { KIND_LABELS } from './kind-labels.ts'
import { PlaceChoice } from './place-choice.tsx'
import css from './rules.module.css'

/** Time zone of the account, and whether its server knows countries; undefined until loaded. */
export type ServerFacts = { zone: string | undefined; knowsCountries: boolean | undefined }

type ConditionFieldsProps = ServerFacts & {
  condition: Condition
  error: string | undefined
  onChange: (condition: Condition) => void
  onRemove: () => void
}

/** Edits the values of one condition with fields that fit its kind. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, error, onChange, onRemove } = props
  const { kind } = condition
  const label = KIND_LABELS[kind]
  return (
    <fieldset className={css.condition} data-wrong={error ? true : undefined} tabIndex={-1}>
      <legend className="vh">{label}</legend>
      <div className={css.conditionHead}>
        <b aria-hidden="true">{label}</b>
        <IconButton
          size="sm"
          label={`Remove the condition ${label}`}
          icon={TrashIcon}
          onClick={onRemove}
        />
      </div>
      <Values {...props} set={(values) => onChange({ kind, values })} />
      {kind === 'country' && props.knowsCountries === false && (
        <p className="hint" role="note">
          This server does not know the countries of visitors, so the rule never applies. The
          operator can add a country database (GEOIP_DB).
        </p>
      )}
      <FieldError text={error} />
    </fieldset>
  )
}

type ValuesProps = ConditionFieldsProps & { set: (values: string[]) => void }

function Values({ condition: { kind, values }, zone, set }: ValuesProps) {
  const [value = ''] = values
  switch (kind) {
    case 'country':
    case 'language':
      return <PlaceChoice kind={kind} values={values} onChange={set} />
    case 'query':
    case 'referrer':
      return (
        <TextArea
          name={kind}
          label={LINES[kind].label}
          help={LINES[kind].help}
          rows={2}
          value={values.join('\n')}
          onChange={({ target }) => set(target.value === '' ? [] : target.value.split('\n'))}
          autoCapitalize="none"
          spellCheck={false}
        />
      )
    case 'hours':
      return <HoursFields value={value} zone={zone} onChange={(next) => set([next])} />
    case 'after':
    case 'before':
      return (
        <TextField
          name={kind}
          label="Date and time"
          type="datetime-local"
          max="9999-12-31T23:59"
          value={formatLocal(value)}
          onChange={({ target }) => set([parseLocal(target) || ''].filter(Boolean))}
          help={`In your time, ${timeZone()}.`}
        />
      )
    case 'share':
      return (
        <TextField
          name="share"
          label="Percentage of the visitors that no rule above matches"
          inputMode="numeric"
          value={value}
          onChange={({ target }) => set([target.value])}
          help="The same visitor gets the same target all day."
        />
      )
    default:
      return <ChipChoice kind={kind} values={values} onChange={set} />
  }
}

const LINES = {
  query: { label: 'Parameters', help: 'One per line, like ref or ref=ana.' },
  referrer: { label: 'Sites', help: 'One per line, like news.example.' },
}

const DEVICE_LABELS: Record<string, string> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Computer',
}
type ChoiceKind = Extract<Kind, 'device' | 'system' | 'app' | 'browser'>
type Choice = { values: readonly string[]; labels: Record<string, string> }

export const CHOICES: Record<ChoiceKind, Choice> = {
  device: { values: DEVICES, labels: DEVICE_LABELS },
  system: { values: SYSTEMS, labels: SYSTEM_NAMES },
  app: { values: APPS, labels: { ...APP_NAMES, any: 'Any app' } },
  browser: { values: BROWSERS, labels: BROWSER_NAMES },
}

type ChipChoiceProps = {
  kind: ChoiceKind
  values: string[]
  onChange: (values: string[]) => void
}

const ChipChoice = ({ kind, values, onChange }: ChipChoiceProps) => (
  <div className={css.chips}>
    {CHOICES[kind].values.map((value) => {
      const isOn = values.includes(value)
      const others = values.filter((one) => one !== value)
      return (
        <Chip
          key={value}
          pressed={isOn}
          onClick={() => onChange(isOn ? others : [...others, value])}
        >
          {CHOICES[kind].labels[value] ?? value}
        </Chip>
      )
    })}
  </div>
)
