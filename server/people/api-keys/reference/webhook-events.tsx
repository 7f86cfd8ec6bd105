import { EVENT_DATA, eventSchema } from '#contract/developers/webhook-events.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/developers/webhooks.ts'
import { fieldsOf } from './fields.ts'
import { jsonSchemaOf } from './json-schema.ts'

const SUMMARIES: Record<WebhookEvent, string> = {
  'link.created': 'A link was created',
  'link.updated': 'A link was changed',
  'link.ended': 'A link expired, was used up or was blocked',
  'clicks.counted': 'Links were clicked; sums, at most every 10 seconds',
  'conversion.created': 'An order or a bonus was recorded',
  'conversion.approved': 'A brand approved an order',
  'conversion.reversed': 'An order was reversed',
  'redemption.requested': 'A payout was requested',
  'redemption.paid': 'A payout was paid',
  'redemption.returned': 'A payout was returned or rejected',
  'page.published': 'Your page was published',
  'connection.accepted': 'You are connected with a brand',
  'message.received': 'A brand or support wrote to you',
}

const HEADERS = {
  'webhook-id': 'Id of the message, equal in every attempt',
  'webhook-timestamp': 'Time of the attempt in seconds since 1970',
  'webhook-signature': 'Signatures, `v1,` and base64 each, separated by spaces',
}

/** Returns the section `webhooks` of the description of the API. */
export const describeWebhooks = () =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: operation(event) }]))

const operation = (event: WebhookEvent) => ({
  operationId: event,
  summary: SUMMARIES[event],
  description: 'Signed as in Standard Webhooks 1.0.',
  tags: ['webhooks'],
  parameters: Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: jsonSchemaOf(eventSchema(event)) } },
  },
  responses: {
    '2XX': { description: 'Received' },
    '4XX': { description: 'Not received; tried again later. 410 stops the webhook' },
  },
})

/** Shows the events of webhooks with the fields of their data. */
export const WebhookEvents = () => (
  <>
    <h3>Signatures</h3>
    <p>
      Messages are signed as in Standard Webhooks 1.0. Check them with one of its libraries
      (standardwebhooks.com), the secret of the webhook and the body as received. Answer with a
      status from 200 to 299 within 10 seconds; otherwise the message is sent again later.
    </p>
    <h3>Events</h3>
    <p>
      A message has <code>type</code>, <code>timestamp</code>, <code>sequence</code> and{' '}
      <code>data</code>. The sequence grows with each event of the same object.
    </p>
    <div class="table" tabindex={0} role="region" aria-label="Events">
      <table>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Data</th>
          </tr>
        </thead>
        <tbody>
          {WEBHOOK_EVENTS.map((event) => (
            <tr key={event}>
              <th scope="row">
                <code>{event}</code>
                <span> {SUMMARIES[event]}</span>
              </th>
              <td>
                {fieldsOf(jsonSchemaOf(EVENT_DATA[event]))
                  .map(({ name }) => name)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)
