import type { FieldErrors } from '#contract/common.ts'
import { Form, Submit } from '../../../platform/html/form.tsx'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { CodeField } from '../../../people/factors/code-parts.tsx'

type Props = { action: string; fields: Record<string, string>; errors?: FieldErrors | undefined }

/** Asks for a code before money moves or data is downloaded. The fields of the form are sent again with it. */
export const ConfirmPage = ({ action, fields, errors }: Props) => (
  <ReadingPage title={errors ? 'Error: Confirm with a code' : 'Confirm with a code'}>
    <div class="heading">
      <h1>Confirm with a code</h1>
      <p>Decisions about money and downloads of data need a code of the last five minutes.</p>
    </div>
    <Form action={action} hidden={fields} errors={errors} ownWords>
      <CodeField errors={errors} help="From your authenticator app, or a recovery code" />
      <Submit>Confirm</Submit>
    </Form>
    <div class="actions">
      <a class="quiet" href="/console">
        Cancel
      </a>
    </div>
  </ReadingPage>
)
