import type { Child } from 'hono/jsx'
import { Form, type Hidden, Submit } from '../../platform/html/form.tsx'
import { Page } from '../../platform/html/layout.tsx'

type PausedProps = {
  /** The operator's words, where there are any. */
  detail: string | null
  /** When it will be over, where that was said. */
  until: Date | null
  /** After so many seconds the page goes on by itself, where there are scripts. */
  seconds: number
  action: string
  hidden: Hidden
}

/** In place of a page of the login host while nobody can sign in. Its button leads on, with what was typed. */
export const PausedPage = ({ detail, until, seconds, action, hidden }: PausedProps) => (
  <Page title="Unavailable for now">
    <div class="heading">
      <h1>Unavailable for now</h1>
      <p>
        {detail ?? (until ? 'Service is in maintenance mode.' : UNAVAILABLE)}
        {until && <BackAt moment={until}>{detail ? ' Back at: ' : ' We will be back at: '}</BackAt>}
      </p>
    </div>
    <div data-goes-on={String(seconds)}>
      <Form action={action} hidden={{ ...hidden, again: '1' }}>
        <Submit>Try again</Submit>
      </Form>
    </div>
  </Page>
)

const UNAVAILABLE = 'Service is temporarily unavailable, please try again later.'

/** In UTC, until the script writes it as the person's own clock shows it. */
const BackAt = ({ moment, children }: { moment: Date; children: Child }) => (
  <>
    {children}
    <time datetime={moment.toISOString()} data-local>
      {`${UTC.format(moment)} UTC`}
    </time>
  </>
)

const UTC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
