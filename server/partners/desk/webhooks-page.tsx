import {
  BRAND_EVENTS,
  MAX_WEBHOOK_URL,
  type Webhook,
  type WebhookDeliveries,
  type WebhookDelivery,
} from '#contract/developers/webhooks.ts'
import type { Desk } from './desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { DeskPage } from './layout.tsx'
import { Empty, PageHead, shownCount, shownMinute, Table, Tag } from '../../platform/html/parts.tsx'

const EVENT_NAMES: Record<(typeof BRAND_EVENTS)[number], string> = {
  'conversion.created': 'An order was recorded',
  'conversion.approved': 'An order was approved',
  'conversion.reversed': 'An order was reversed',
  'connection.accepted': 'A partner accepted your invitation',
  'message.received': 'A partner wrote to you',
}

/** Values of the form and the reason why they were not accepted. */
export type WebhookForm = { url: string; events: string[]; problem: string }

type ListProps = { desk: Desk; webhooks: Webhook[]; typed?: WebhookForm }

/** Shows the webhooks of a brand and the form for a new one. */
export const WebhooksPage = ({ desk, webhooks, typed }: ListProps) => (
  <DeskPage desk={desk} tab="orders" title="Webhooks">
    <PageHead
      back={{ href: '/desk/orders', text: 'Orders' }}
      title="Webhooks"
      text="Your own program is told about orders, connections and messages as they happen."
    />
    <Table
      label="Webhooks"
      columns={[
        {
          name: 'Address',
          is: 'long',
          cell: (webhook) => (
            <a class="raw" href={`/desk/webhooks/${webhook.id}`}>
              {webhook.url}
            </a>
          ),
        },
        { name: 'State', is: 'short', cell: (webhook) => <StateTag webhook={webhook} /> },
        {
          name: 'Delivered in 30 days',
          is: 'number',
          cell: (webhook) => shownCount(webhook.delivered),
        },
        { name: 'Failed in 30 days', is: 'number', cell: (webhook) => shownCount(webhook.failed) },
      ]}
      rows={webhooks}
      empty={{ title: 'No webhooks yet', text: 'Add the address of your program below.' }}
    />
    <NewWebhookForm desk={desk} typed={typed} />
  </DeskPage>
)

const NewWebhookForm = ({ desk, typed }: { desk: Desk; typed: WebhookForm | undefined }) => (
  <section id="new">
    <h2>New webhook</h2>
    {typed && (
      <p id="webhook-problem" class="told told-bad" role="alert">
        {typed.problem}
      </p>
    )}
    <form method="post" action="/desk/webhooks#new" class="fields">
      <Csrf value={desk.csrf} />
      <label>
        Address, starting with https://
        <input
          name="url"
          type="url"
          value={typed?.url ?? ''}
          maxlength={MAX_WEBHOOK_URL}
          autocomplete="off"
          aria-describedby={typed ? 'webhook-problem' : undefined}
          required
        />
      </label>
      <fieldset>
        <legend>Events</legend>
        {BRAND_EVENTS.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              name={`event:${event}`}
              checked={typed ? typed.events.includes(event) : true}
            />
            {EVENT_NAMES[event]}
          </label>
        ))}
      </fieldset>
      <button class="btn primary" type="submit">
        Add webhook
      </button>
    </form>
  </section>
)

const STATES = { paused: 'Stopped', failed: 'Stopped: it failed', gone: 'Stopped: it is gone' }

const StateTag = ({ webhook: { disabled_reason, recent_failures } }: { webhook: Webhook }) => {
  if (disabled_reason !== null) return <Tag tone="warn">{STATES[disabled_reason]}</Tag>
  return recent_failures > 0 ? <Tag tone="warn">Failing</Tag> : <Tag tone="on">Active</Tag>
}

type WebhookProps = {
  desk: Desk
  webhook: Webhook
  log: WebhookDeliveries
  /** Secret to show once, after it was created. */
  secret?: string
}

/** Shows one webhook with its log. */
export const WebhookPage = ({ desk, webhook, log, secret }: WebhookProps) => (
  <DeskPage desk={desk} tab="orders" title="Webhook">
    <PageHead
      back={{ href: '/desk/webhooks', text: 'Webhooks' }}
      title={new URL(webhook.url).host}
      text={`${webhook.url}. Events: ${webhook.events.join(', ')}. Times are UTC.`}
    >
      <Press desk={desk} id={webhook.id} action="test" text="Send a test" />
      <Press
        desk={desk}
        id={webhook.id}
        action={webhook.is_active ? 'stop' : 'start'}
        text={webhook.is_active ? 'Stop' : 'Start'}
      />
      <Press desk={desk} id={webhook.id} action="secret" text="Create a new secret" />
    </PageHead>
    {secret !== undefined && (
      <div class="told told-good" role="status">
        <strong>Copy the secret now. It is not shown again.</strong>
        <code class="raw">{secret}</code>
      </div>
    )}
    <p>
      <StateTag webhook={webhook} />
    </p>
    <h2>Deliveries of the last 30 days</h2>
    {log.results.length === 0 ? (
      <Empty title="No deliveries yet" text="Send a test to see one." />
    ) : (
      <Deliveries desk={desk} webhook={webhook} log={log} />
    )}
    {log.next !== null && (
      <p>
        <a href={log.next}>Earlier deliveries</a>
      </p>
    )}
    <h2>Delete</h2>
    <p class="lead">The webhook and its log are deleted. This cannot be undone.</p>
    <Press desk={desk} id={webhook.id} action="delete" text="Delete webhook" />
  </DeskPage>
)

type PressProps = { desk: Desk; id: number; action: string; text: string; delivery?: number }

const Press = ({ desk, id, action, text, delivery }: PressProps) => (
  <form method="post" action={`/desk/webhooks/${id}/${action}`}>
    <Csrf value={desk.csrf} />
    {delivery !== undefined && <input type="hidden" name="delivery" value={delivery} />}
    <button class="btn" type="submit">
      {text}
    </button>
  </form>
)

const Deliveries = ({ desk, webhook, log }: Omit<WebhookProps, 'secret'>) => (
  <Table
    label="Deliveries"
    columns={[
      { name: 'Time', is: 'short', cell: (delivery) => shownMinute(new Date(delivery.created_at)) },
      { name: 'Event', is: 'short', cell: (delivery) => delivery.event },
      { name: 'Answer', is: 'short', cell: (delivery) => <AnswerTag delivery={delivery} /> },
      {
        name: 'Sent',
        is: 'long',
        cell: (delivery) => <code class="raw">{delivery.request_body}</code>,
      },
      {
        name: 'Received',
        is: 'long',
        cell: (delivery) => <code class="raw">{delivery.response_body}</code>,
      },
      { name: 'Tries', is: 'number', cell: (delivery) => String(delivery.attempts) },
      {
        name: 'Send again',
        is: 'act',
        cell: (delivery) => (
          <Press
            desk={desk}
            id={webhook.id}
            action="resend"
            text="Send again"
            delivery={delivery.id}
          />
        ),
      },
    ]}
    rows={log.results}
  />
)

const AnswerTag = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { status, attempts, response_status, next_attempt_at } = delivery
  if (attempts === 0) return <Tag tone="plain">Waiting</Tag>
  const answer = response_status === null ? 'No answer' : String(response_status)
  const next =
    status === 'waiting' && next_attempt_at !== null
      ? `, next try ${shownMinute(new Date(next_attempt_at))}`
      : ''
  return <Tag tone={status === 'delivered' ? 'on' : 'warn'}>{answer + next}</Tag>
}
