import type {
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookWithSecret,
} from '#contract/developers/webhooks.ts'
import { WEBHOOK_EVENTS } from '#contract/developers/webhooks.ts'
import type { Person } from './people.ts'

export const WEBHOOKS = '/v2/my/webhooks/'

/** Creates a webhook for all events, unless `events` names some. */
export async function addWebhook(
  person: Pick<Person, 'send'>,
  url: string,
  events: readonly string[] = WEBHOOK_EVENTS,
): Promise<WebhookWithSecret> {
  const answer = await person.send('POST', WEBHOOKS, { url, events })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { result: WebhookWithSecret }).result
}

export const webhookOf = async (person: Person, id: number): Promise<Webhook> =>
  (await person.get<{ result: Webhook }>(`${WEBHOOKS}${id}/`)).result

/** Returns the first page of the log. */
export const logOf = async (person: Person, id: number): Promise<WebhookDelivery[]> =>
  (await person.get<WebhookDeliveries>(`${WEBHOOKS}${id}/deliveries/`)).results

/** Sends a test event through the API. */
export async function sendTest(person: Person, id: number): Promise<WebhookDelivery> {
  const answer = await person.send('POST', `${WEBHOOKS}${id}/test/`)
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { result: WebhookDelivery }).result
}
