import type { Child } from 'hono/jsx'
import { Form, type Hidden, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'

type PausedProps = {
  /** Message of the operator. */
  detail: string | null
  /** Time when the service is available again, if known. */
  until: Date | null
  /** Seconds until the page submits its form by itself, if scripts are enabled. */
  seconds: number
  action: string
  hidden: Hidden
}

/**
 * Replaces a sign-in page while sign-in is not possible. Its button submits the original request
 * again.
 */
export const PausedPage = ({ detail, until, seconds, action, hidden }: PausedProps) => (
  <Page title="Unavailable for now">
    <Heading title="Unavailable for now">
      {detail ?? (until ? 'Service is in maintenance mode.' : UNAVAILABLE_TEXT)}
      {until && <EndTime moment={until}>{detail ? ' Back at: ' : ' We will be back at: '}</EndTime>}
    </Heading>
    <div data-goes-on={String(seconds)}>
      <Form action={action} hidden={{ ...hidden, again: '1' }}>
        <Submit>Try again</Submit>
      </Form>
    </div>
  </Page>
)

const UNAVAILABLE_TEXT = 'Service is temporarily unavailable, please try again later.'

/** Shows the time in UTC. The script converts it to local time. */
const EndTime = ({ moment, children }: { moment: Date; children: Child }) => (
  <>
    {children}
    <time datetime={moment.toISOString()} data-local>
      {`${UTC_FORMAT.format(moment)} UTC`}
    </time>
  </>
)

const UTC_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
