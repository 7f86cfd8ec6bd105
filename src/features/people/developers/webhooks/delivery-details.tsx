import type { WebhookDelivery } from '#contract/developers/webhooks.ts'
import { adviceText, answerText, isShortened, readableBody } from './delivery-texts.ts'
import css from './webhooks.module.css'

/** Shows what was sent and what the receiver answered. */
export function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { request_body: sent, response_body: body } = delivery
  const advice = adviceText(delivery)
  const answer = answerText(delivery)
  return (
    <div className={`${css.details} stack`}>
      <Part
        title={isShortened(sent) ? 'Sent, first 2 KB' : 'Sent'}
        text={readableBody(sent) || 'Nothing yet'}
      />
      <div>
        <Part
          title={isShortened(body) ? 'Answer, first 2 KB' : 'Answer'}
          text={answer || (advice ? '' : 'None yet')}
        />
        {advice && <p className={css.advice}>{advice}</p>}
      </div>
    </div>
  )
}

const Part = ({ title, text }: { title: string; text: string }) => (
  <figure className={css.part}>
    <figcaption className={css.partTitle}>{title}</figcaption>
    {text !== '' && (
      <pre className={css.code} translate="no">
        {text}
      </pre>
    )}
  </figure>
)
