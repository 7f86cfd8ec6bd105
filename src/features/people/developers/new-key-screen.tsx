import { ShieldCheckIcon } from '@phosphor-icons/react/ShieldCheck'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { createApiKey } from '#api/developers/api-keys.ts'
import { validateWith, WHOLE_FORM, type FormResult } from '#app/form/form-errors.ts'
import { OwnPasswordField } from '#features/people/factors/own-password-field.tsx'
import { useForm } from '#app/form/use-form.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { MAX_KEY_NAME, NewApiKey } from '#contract/developers/api-keys.ts'
import { SCOPES, type Scope } from '#contract/developers/scopes.ts'
import { formErrorsFor, NOT_SENT } from '#features/people/account/account-info.ts'
import { withProof } from '#features/people/factors/with-proof.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { SelectField, TextField } from '#ui/fields/field.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import { Switch } from '#ui/fields/switch.tsx'
import css from './developers.module.css'
import { createdKeyAtom, useApiKeys } from './keys.ts'
import { isGranted, PERMISSIONS } from './permissions.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Choices of the expiry: days as text, or empty for never. */
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
  { value: '', label: 'Never' },
]

type Values = { name: string; scopes: Scope[]; days: string; password: string }

const initial: Values = {
  name: '',
  scopes: ['links:read', 'collections:read', 'links:write'],
  days: '90',
  password: '',
}

/** Asks for name, permissions, expiry and password of a new API key. */
export function NewKeyScreen() {
  const keys = useApiKeys()
  const bar = useFloating()
  const navigate = useNavigate()
  const setCreated = useSetAtom(createdKeyAtom)
  const form = useForm({
    draft: 'api-key',
    secret: ['password'],
    initial,
    read,
    // Without an idempotency key, because the server would have to store the answer with the key.
    save: (sent) => withProof(() => createApiKey(sent, quiet)),
    onSaved(created) {
      const { key: _, ...shown } = created
      keys.set([shown, ...(keys.value ?? [])])
      setCreated(created)
      void navigate({ href: paths.developers, replace: true })
    },
    action: 'create the key',
    refusal: formErrorsFor('create the key', ['name', 'scopes', 'expires_at', 'password']),
    offline: NOT_SENT,
  })
  const { values, errors } = form

  function toggle(scopes: readonly Scope[], isOn: boolean) {
    const others = values.scopes.filter((scope) => !scopes.includes(scope))
    form.change({ scopes: isOn ? [...others, ...scopes] : others })
  }

  return (
    <Screen title="New key" freshness="none" back={paths.developers} narrow tall>
      {form.ready && (
        <form {...form.props} className={`${css.form} fill-column`}>
          <TextField
            {...form.field('name')}
            label="Name"
            help="Only you see this name"
            maxLength={MAX_KEY_NAME}
            autoComplete="off"
          />
          <fieldset className="stack">
            <legend className={css.legend}>Permissions</legend>
            {PERMISSIONS.map((permission) => (
              <Switch
                key={permission.label}
                label={permission.label}
                checked={isGranted(values.scopes, permission)}
                onChange={(isOn) => toggle(permission.scopes, isOn)}
              />
            ))}
            <FieldError text={errors['scopes']} />
          </fieldset>
          <p className="icon-text hint">
            <ShieldCheckIcon size={18} aria-hidden />
            <span>
              No key can redeem money, change your password or email, or create other keys.
            </span>
          </p>
          <SelectField
            name="expires_at"
            label="Expires"
            options={EXPIRIES}
            value={values.days}
            error={errors['expires_at']}
            onChange={({ target }) => form.change({ days: target.value })}
          />
          <OwnPasswordField {...form.field('password')} label="Your password" />
          <div ref={bar} className={css.bar}>
            <FieldError text={errors[WHOLE_FORM]} />
            <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
              Create key
            </Button>
          </div>
        </form>
      )}
    </Screen>
  )
}

function read({ name, scopes, days, password }: Values): FormResult<NewApiKey> {
  const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
  const ordered = SCOPES.filter((scope) => scopes.includes(scope))
  const checked = validateWith<NewApiKey>(NewApiKey)({
    name,
    scopes: ordered,
    expires_at,
    password,
  })
  if (!checked.errors && password === '') return { errors: { password: 'Enter your password.' } }
  return checked
}
