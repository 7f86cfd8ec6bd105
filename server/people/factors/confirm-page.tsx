import type { FieldErrors } from '#contract/common.ts'
import { passkeyPageScript } from '../../platform/html/assets.ts'
import { Cancel, Form, Submit, type Hidden } from '../../platform/html/form.tsx'
import { ReadingPage } from '../../platform/html/layout.tsx'
import { CodeField } from './code-parts.tsx'
import { PasskeyForm } from './passkeys/passkey-form.tsx'
import { NoPasskeysNote } from './passkeys/passkey-pages.tsx'

/** Second factors of a person. They also have recovery codes. */
export type Factors = { hasApp: boolean; hasPasskey: boolean }

type Props = Factors & {
  action: string
  fields: Record<string, string>
  /** Path that returns the options for a signature. */
  options: string
  /** Page to which "Cancel" leads. */
  home: string
  /** Things that need a code or passkey, as the start of a sentence. */
  what: string
  errors?: FieldErrors | undefined
}

/** Returns what the person can confirm with. */
const proofOf = ({ hasApp, hasPasskey }: Factors): string => {
  if (!hasPasskey) return 'a code'
  return hasApp ? 'a code or passkey' : 'a passkey or recovery code'
}

/** Returns the script of a page that offers a passkey. */
export const scriptFor = ({ hasPasskey }: Factors) => (hasPasskey ? passkeyPageScript : undefined)

type FormsProps = {
  action: string
  hidden: Hidden
  /** Path that returns the options for a signature. */
  options: string
  factors: Factors
  /** Text of the button of the code. */
  submit: string
  errors?: FieldErrors | undefined
}

/** Shows the forms for a code and for a passkey. The main way comes first. */
export const ProofForms = ({ action, hidden, options, factors, submit, errors }: FormsProps) => {
  const { hasApp, hasPasskey } = factors
  const passkey = hasPasskey && <PasskeyForm {...{ action, options, hidden }} isMain={!hasApp} />
  return (
    <>
      {!hasApp && <NoPasskeysNote>Use a recovery code.</NoPasskeysNote>}
      {!hasApp && passkey}
      <Form action={action} hidden={hidden} errors={errors} ownWords>
        <CodeField
          errors={errors}
          help={
            hasApp
              ? 'From your authenticator app, or a recovery code'
              : 'One of your recovery codes'
          }
        />
        <Submit isMain={hasApp}>{submit}</Submit>
      </Form>
      {hasApp && passkey}
    </>
  )
}

/**
 * Asks for a code or passkey before money moves, data is downloaded or access changes. The fields of
 * the form are sent again with it.
 */
export const ConfirmPage = ({ action, fields, options, home, what, errors, ...factors }: Props) => {
  const proof = proofOf(factors)
  const title = `Confirm with ${proof}`
  return (
    <ReadingPage title={errors ? `Error: ${title}` : title} script={scriptFor(factors)}>
      <div class="heading">
        <h1>{title}</h1>
        <p>
          {what} need {proof} of the last five minutes.
        </p>
      </div>
      <ProofForms {...{ action, options, factors, errors }} hidden={fields} submit="Confirm" />
      <Cancel href={home} />
    </ReadingPage>
  )
}
