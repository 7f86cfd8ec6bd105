import { PlusIcon } from '@phosphor-icons/react/Plus'
import { AnswerList } from '#app/answer-list.tsx'
import type { Webhook } from '#contract/developers/webhooks.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import css from '../developers.module.css'
import { addressText, stateOf, summaryOf, useWebhooks } from './webhooks.ts'

const TONES = { Works: 'money', Failing: 'warn', Off: 'neutral' } as const

/** Lists the webhooks of the account. */
export function WebhookList() {
  const webhooks = useWebhooks()
  return (
    <section className={css.section} aria-labelledby="webhooks">
      <div className={css.head}>
        <h2 id="webhooks">Webhooks</h2>
        <ButtonLink icon={PlusIcon} href={paths.newWebhook}>
          New webhook
        </ButtonLink>
      </div>
      <AnswerList
        what="webhooks"
        rows={webhooks.value}
        answer={webhooks}
        loading={<RowsSkeleton label="Loading webhooks" />}
        empty={
          <p className={css.empty}>
            No webhooks yet. A webhook tells your own server at once about orders, payouts and
            links.
          </p>
        }
      >
        {(rows) => (
          <ul className={css.rows} aria-label="Webhooks">
            {rows.map((row) => (
              <li key={row.id}>
                <WebhookRow webhook={row} />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
    </section>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook)
  return (
    <ListLink
      href={paths.webhook(String(webhook.id))}
      final={state !== undefined}
      label={addressText(webhook)}
      help={summaryOf(webhook)}
      value={state && <Tag tone={TONES[state]}>{state}</Tag>}
    />
  )
}
