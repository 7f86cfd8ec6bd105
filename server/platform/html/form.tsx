import type { Child } from 'hono/jsx'
import type { FieldErrors } from '#contract/common.ts'
import { Icon, Mark } from './marks.tsx'

/** Hidden fields of a form: return address, referral codes and form token. */
export type Hidden = Record<string, string | undefined>

type FormProps = {
  action: string
  hidden: Hidden
  errors?: FieldErrors | undefined
  /** Turns off the browser's validation messages, because the page shows its own. */
  ownWords?: boolean
  children: Child
}

export const Form = ({ action, hidden, errors, ownWords, children }: FormProps) => (
  <form method="post" action={action} class="form" novalidate={ownWords}>
    {Object.entries(hidden).map(
      ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
    )}
    <ErrorSummary errors={errors} />
    {children}
  </form>
)

/** Lists each error once above the form, with a link to its field. */
export const ErrorSummary = ({ errors }: { errors?: FieldErrors | undefined }) => {
  const problems = Object.entries(errors ?? {}).flatMap(([field, messages]) =>
    messages.slice(0, 1).map((message) => ({ field, message })),
  )
  if (problems.length === 0) return null
  return (
    <div class="note note-danger" role="alert" id="problems">
      <Icon name="warning" />
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field}>
            {field === 'non_field_errors' ? message : <a href={`#${field}`}>{message}</a>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Attributes = Record<string, string | number | boolean | undefined>

type FrameProps = {
  name: string
  label: string
  errors?: FieldErrors | undefined
  help?: string | undefined
  /** Renders the control with the attributes that connect it to its label and messages. */
  control: (attributes: Attributes) => Child
}

/** Shows a label above the control and its help or error below. */
export const FieldFrame = ({ name, label, errors, help, control }: FrameProps) => {
  const error = errors?.[name]?.[0]
  const about = (error || help) && `${name}-about`
  const invalid = error ? 'true' : undefined
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class="control" data-invalid={error ? '' : undefined}>
        {control({ id: name, name, 'aria-describedby': about, 'aria-invalid': invalid })}
      </div>
      {error ? (
        <p class="about about-error" id={about}>
          <Icon name="warning" size={17} />
          {error}
        </p>
      ) : (
        help && (
          <p class="about" id={about}>
            {help}
          </p>
        )
      )}
    </div>
  )
}

type FieldProps = Omit<FrameProps, 'control'> & { trailing?: Child; input: Attributes }

export const Field = ({ trailing, input, ...frame }: FieldProps) => (
  <FieldFrame
    {...frame}
    control={(attributes) => (
      <>
        <input {...attributes} {...{ required: true, ...input }} />
        {trailing}
      </>
    )}
  />
)

type CheckboxProps = Pick<FrameProps, 'name' | 'label' | 'errors'> & { checked: boolean }

export const Checkbox = ({ name, label, checked, errors }: CheckboxProps) => {
  const error = errors?.[name]?.[0]
  const about = error && `${name}-about`
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          id={name}
          name={name}
          checked={checked}
          aria-describedby={about}
          aria-invalid={error ? 'true' : undefined}
        />
        {label}
      </label>
      {error && (
        <p class="about about-error" id={about}>
          <Icon name="warning" size={17} />
          {error}
        </p>
      )}
    </div>
  )
}

type EmailProps = {
  email?: string | undefined
  errors?: FieldErrors | undefined
  autocomplete: 'username' | 'email'
  focus?: boolean | undefined
  readonly?: boolean | undefined
}

export const EmailField = ({ email, errors, autocomplete, focus, readonly }: EmailProps) => (
  <Field
    name="email"
    label="Email"
    errors={errors}
    input={{
      type: 'email',
      value: email,
      autocomplete,
      autocapitalize: 'none',
      spellcheck: 'false',
      maxlength: 254,
      autofocus: focus,
      readonly,
    }}
  />
)

type PasswordProps = {
  label?: string | undefined
  errors?: FieldErrors | undefined
  isNew?: boolean | undefined
  focus?: boolean | undefined
}

/**
 * Shows a password field with a toggle for the password. The toggle stays hidden until its script has
 * loaded.
 */
export const PasswordField = ({ label = 'Password', errors, isNew, focus }: PasswordProps) => (
  <Field
    name="password"
    label={label}
    errors={errors}
    help={isNew ? 'At least 8 characters. A few unrelated words work well.' : undefined}
    input={{
      type: 'password',
      autocomplete: isNew ? 'new-password' : 'current-password',
      minlength: isNew ? 8 : undefined,
      autocapitalize: 'none',
      spellcheck: 'false',
      autofocus: focus,
    }}
    trailing={
      <button
        type="button"
        class="reveal"
        data-reveals="password"
        aria-label="Show password"
        hidden
      >
        <span class="when-hidden">
          <Icon name="eye" size={22} />
        </span>
        <span class="when-shown">
          <Icon name="eyeSlash" size={22} />
        </span>
      </button>
    }
  />
)

/** Shows the button that sends a form. `isMain` is false if another button is the main one. */
export const Submit = ({ isMain = true, children }: { isMain?: boolean; children: Child }) => (
  <button type="submit" class={isMain ? 'button' : 'button button-plain'}>
    <span class="busy">
      <Mark size={20} />
    </span>
    {children}
  </button>
)

/** Shows the link that leaves a form. */
export const Cancel = ({ href }: { href: string }) => (
  <div class="actions">
    <a class="quiet" href={href}>
      Cancel
    </a>
  </div>
)

type NoteProps = { tone: 'good' | 'warn' | 'plain'; children: Child }

export const Note = ({ tone, children }: NoteProps) => (
  <div class={`note note-${tone}`} role="status">
    <Icon name={NOTE_ICONS[tone]} />
    <p>{children}</p>
  </div>
)

const NOTE_ICONS = { good: 'check', warn: 'clock', plain: 'mail' } as const
