import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { SLUG_MAX } from '#contract/page/pages.ts'
import { TextField } from '#ui/fields/field.tsx'
import { addressBase } from './page.ts'
import css from './slug-field.module.css'
import type { SlugState } from './use-slug-state.ts'

type SlugFieldProps = {
  label: string
  value: string
  /** Error from the server for the sent slug. */
  refusal: string | undefined
  state: SlugState
  /** Help text while the slug is unchanged. */
  help?: string
  onChange: (slug: string) => void
}

/** Shows the field for the page address and whether that address is available. */
export function SlugField({ label, value, refusal, state, help, onChange }: SlugFieldProps) {
  const error = refusal ?? problemOf(state)
  const isFree = state.kind === 'free' && !refusal
  const statusText = isFree ? `${addressBase()}${value.toLowerCase()} is free` : (error ?? '')
  return (
    <div className={`${css.slug} stack`}>
      <TextField
        name="slug"
        label={label}
        prefix={addressBase()}
        value={value}
        error={error}
        help={isFree ? <FreeAddress slug={value.toLowerCase()} /> : help}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SLUG_MAX}
        trailing={
          (isFree || (state.kind === 'own' && !refusal)) && (
            <CheckCircleIcon className={css.check} size={20} weight="fill" aria-hidden />
          )
        }
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="vh" role="status">
        {statusText}
      </p>
      {state.kind === 'taken' && (
        <div className={css.others}>
          {state.others.map((other) => (
            <button
              key={other}
              type="button"
              className={css.other}
              translate="no"
              onClick={() => onChange(other)}
            >
              {other}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const FreeAddress = ({ slug }: { slug: string }) => (
  <span>
    <b className={css.free} translate="no">{`${addressBase()}${slug}`}</b> is free
  </span>
)

function problemOf(state: SlugState): string | undefined {
  if (state.kind === 'wrong') return state.text
  if (state.kind !== 'taken') return undefined
  return state.others.length > 0
    ? 'This one is taken. These are free:'
    : 'This one is taken. Try another.'
}
