import type { FieldErrors } from '#contract/common.ts'
import { ErrorSummary, type Hidden } from '../../platform/html/form.tsx'
import { Icon, Mark } from '../../platform/html/marks.tsx'

type ProviderFormProps = {
  hidden: Hidden
  name: string
  /** Path that starts the sign-in. */
  action?: string
  /** Text of the button. */
  text?: string
  errors?: FieldErrors | undefined
  /** Whether it is the main button of the page. */
  isMain?: boolean
}

/**
 * Shows a button to sign in with the OpenID Connect provider. Without a connection, a script says
 * so instead of leaving the page.
 */
export const ProviderForm = (props: ProviderFormProps) => {
  const { hidden, name, action = '/multi-connect/oidc', errors, isMain = false } = props
  const { text = `Sign in with ${name}` } = props
  return (
    <form
      method="post"
      action={action}
      class="form"
      data-online={`You are offline. Signing in with ${name} needs a connection.`}
    >
      {Object.entries(hidden).map(
        ([field, value]) => value && <input key={field} type="hidden" name={field} value={value} />,
      )}
      <ErrorSummary errors={errors} />
      <button type="submit" class={isMain ? 'button' : 'button button-plain'}>
        <span class="busy">
          <Mark size={20} />
        </span>
        <Icon name="signIn" />
        {text}
      </button>
      <p class="about about-error" role="alert" />
    </form>
  )
}

/** Shows a button that mails a link instead of checking the password of the same form. */
export const EmailLinkButton = () => (
  <button
    type="submit"
    class="button button-plain"
    formaction="/multi-connect/oidc/mail"
    formnovalidate
  >
    Email me a link instead
  </button>
)
