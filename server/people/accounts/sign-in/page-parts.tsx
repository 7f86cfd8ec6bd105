import { Note } from '../../../platform/html/form.tsx'
import type { View } from '../sign-in-pages.tsx'

/** Way in which emails leave this server. */
export type Delivery = 'smtp' | 'outbox'

/** Says what to do if no email arrives. */
export const NoMailNote = ({ delivery }: { delivery: Delivery }) => (
  <Note tone="plain">
    {delivery === 'smtp'
      ? 'No email? Check your spam folder, or try again later.'
      : "This server can't send email yet. Contact support to get the link."}
  </Note>
)

export const BackToSignIn = ({ view }: { view: View }) => (
  <div class="actions">
    <a class="quiet" href={view.pageUrl('login')}>
      Back to sign in
    </a>
  </div>
)
