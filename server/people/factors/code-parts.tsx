import { raw } from 'hono/html'
import type { FieldErrors } from '#contract/common.ts'
import { drawQr, toSvg } from '#contract/qr/drawing.ts'
import { Field } from '../../platform/html/form.tsx'
import { ReadingPage } from '../../platform/html/layout.tsx'
import { totpUri } from './totp.ts'

type CodeProps = { errors?: FieldErrors | undefined; help: string; focus?: boolean }

export const CodeField = ({ errors, help, focus }: CodeProps) => (
  <Field
    name="code"
    label="Code"
    errors={errors}
    help={help}
    input={{
      type: 'text',
      autocomplete: 'one-time-code',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: 60,
      autofocus: focus,
    }}
  />
)

const qrSvg = (text: string) =>
  toSvg(drawQr(text, { color: '#000000', background: '#FFFFFF', logo: 'none' }))

/** Shows the secret of an authenticator app as QR code and text. */
export const NewSecret = ({ secret, email }: { secret: string; email: string }) => (
  <>
    <div role="img" aria-label="QR code for the authenticator app">
      {raw(qrSvg(totpUri(secret, email)).replace('<svg', '<svg width="208" height="208"'))}
    </div>
    <p>
      <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </p>
  </>
)

type CodesProps = { codes: string[]; href: string; text: string }

/** Shows new recovery codes once, with a button to go on. */
export const RecoveryCodesPage = ({ codes, href, text }: CodesProps) => (
  <ReadingPage title="Save your recovery codes">
    <div class="heading">
      <h1>Save your recovery codes</h1>
      <p>
        Each replaces a passkey or a code once, if you lose your device. They are shown only now.
      </p>
    </div>
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <a class="button" href={href}>
      {text}
    </a>
  </ReadingPage>
)
