import { useNavigate, useParams } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Webhook } from '#contract/developers/webhooks.ts'
import { paths } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { dayOf } from '../keys.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { sendTest, switchWebhook } from './webhook-actions.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import css from './webhooks.module.css'
import {
  addressText,
  countsText,
  createdSecretAtom,
  reasonText,
  useDeliveries,
  useWebhooks,
  type DeliveryLog,
  type WebhookList,
} from './webhooks.ts'

/** Shows one webhook with its deliveries. */
export function WebhookScreen() {
  const { id = '' } = useParams({ strict: false })
  const webhooks = useWebhooks()
  const webhook = webhooks.value?.find((one) => String(one.id) === id)
  const log = useDeliveries(webhook?.id)
  const [secret, showSecret] = useAtom(createdSecretAtom)
  useCountsAfterAttempts(log, webhooks)
  return (
    <Screen
      title={webhook ? addressText(webhook) : 'Webhook'}
      freshness={webhook ? log : webhooks}
      back={paths.developers}
      className={css.screen}
    >
      {webhook ? (
        <Details webhook={webhook} webhooks={webhooks} log={log} showSecret={showSecret} />
      ) : (
        <Missing webhooks={webhooks} />
      )}
      {secret !== undefined && (
        <SecretDialog
          title="Your webhook’s secret"
          secret={secret}
          copyLabel="Copy secret"
          onClose={() => showSecret(undefined)}
        >
          <p className="hint">
            Check the signature of each delivery with it, so that only our events are accepted.
          </p>
        </SecretDialog>
      )}
    </Screen>
  )
}

/** Loads the numbers of the webhook again after a delivery was attempted. */
function useCountsAfterAttempts(log: DeliveryLog, webhooks: WebhookList) {
  const attempts = log.value?.items.reduce((sum, one) => sum + one.attempts, 0)
  const refresh = useEffectEvent(() => void webhooks.refresh())
  useEffect(() => {
    if (attempts !== undefined) refresh()
  }, [attempts])
}

type DetailsProps = {
  webhook: Webhook
  webhooks: WebhookList
  log: DeliveryLog
  showSecret: (secret: string) => void
}

function Details({ webhook, webhooks, log, showSecret }: DetailsProps) {
  const dialog = useDialogParam('dialog')
  const navigate = useNavigate()
  return (
    <>
      <div className={css.intro}>
        <p>{countsText(webhook)}</p>
        <div className={css.actions}>
          <Button size="md" onClick={() => void sendTest(webhook, log)}>
            Send a test
          </Button>
          <Button size="md" onClick={() => dialog.open('settings')}>
            Settings
          </Button>
        </div>
      </div>
      {webhook.disabled_at !== null && (
        <Banner
          tone="warn"
          action={
            <Button size="sm" onClick={() => void switchWebhook(webhook, true, webhooks)}>
              Turn on again
            </Button>
          }
        >
          <b>{`Turned off on ${dayOf(webhook.disabled_at)}.`}</b>
          <span>{` ${reasonText(webhook)}`}</span>
        </Banner>
      )}
      <Deliveries webhook={webhook} log={log} />
      {dialog.value === 'settings' && (
        <WebhookSettings
          webhook={webhook}
          webhooks={webhooks}
          showSecret={showSecret}
          onClose={dialog.close}
          onRemoved={() => void navigate({ href: paths.developers, replace: true })}
        />
      )}
    </>
  )
}

function Missing({ webhooks }: { webhooks: WebhookList }) {
  const { value, loading, refreshing, error } = webhooks
  const offline = useOffline()
  if (loading || refreshing) return <RowsSkeleton label="Loading the webhook" />
  if (value)
    return (
      <EmptyState
        title="This webhook isn’t here"
        text="It was deleted, here or on another device."
        action={<ButtonLink href={paths.developers}>Go to Developers</ButtonLink>}
      />
    )
  if (error && !offline) return <NotLoaded what="webhook" list={webhooks} />
  return <NothingSaved what="webhooks" />
}
