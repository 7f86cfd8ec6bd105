import type { FieldErrors } from '#contract/common.ts'
import { CodeField } from '../../../people/factors/code-parts.tsx'
import { PasskeyForm } from '../../../people/factors/passkeys/passkey-form.tsx'
import { passkeyPageScript } from '../../../platform/html/assets.ts'
import { Cancel, Form, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'

type Props = {
  action: string
  fields: Record<string, string>
  /** Whether the member has a passkey. */
  hasPasskey: boolean
  errors?: FieldErrors | undefined
}

/**
 * Asks for a code or passkey before money moves, data is downloaded or passkeys change. The fields
 * of the form are sent again with it.
 */
export const ConfirmPage = ({ action, fields, hasPasskey, errors }: Props) => {
  const title = hasPasskey ? 'Confirm with a code or passkey' : 'Confirm with a code'
  const proof = hasPasskey ? 'a code or passkey' : 'a code'
  return (
    <ReadingPage
      title={errors ? `Error: ${title}` : title}
      script={hasPasskey ? passkeyPageScript : undefined}
    >
      <div class="heading">
        <h1>{title}</h1>
        <p>
          Decisions about money, downloads of data and changes of passkeys need {proof} of the last
          five minutes.
        </p>
      </div>
      <Form action={action} hidden={fields} errors={errors} ownWords>
        <CodeField errors={errors} help="From your authenticator app, or a recovery code" />
        <Submit>Confirm</Submit>
      </Form>
      {hasPasskey && (
        <PasskeyForm action={action} options="/console/account/passkeys/proof" hidden={fields} />
      )}
      <Cancel href="/console" />
    </ReadingPage>
  )
}
