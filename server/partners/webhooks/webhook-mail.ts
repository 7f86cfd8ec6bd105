import { and, eq, inArray, ne } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Tx } from '../../platform/db/client.ts'
import { deskPeople, webhooks } from '../../platform/db/schema.ts'
import { rolesOf } from '../desk/people/permissions.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Jobs } from '../../platform/jobs/job-types.ts'

/** Queues an email about a disabled webhook to everybody who can start it again. */
export async function queueWebhookMails(
  tx: Tx,
  jobs: Jobs,
  { webhookId, brandId }: { webhookId: number; brandId: string },
): Promise<void> {
  const rows = await tx
    .select({ email: deskPeople.email })
    .from(deskPeople)
    .where(
      and(
        eq(deskPeople.brandId, brandId),
        ne(deskPeople.email, ''),
        inArray(deskPeople.role, rolesOf('POST /desk/webhooks/:webhook/start')),
      ),
    )
  for (const { email } of rows) await jobs.add(tx, 'webhook-mail', { webhookId, email })
}

/** Tells a brand that its webhook was disabled and why. */
export const webhookMail: JobHandler<'webhook-mail'> = async (deps, { webhookId, email }) => {
  const [found] = await deps.db
    .select({ url: webhooks.url, reason: webhooks.disabledReason })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
  if (!found || found.reason === null) return
  await deps.mail.send({
    to: email,
    subject: `We stopped your ${APP_NAME} webhook to ${new URL(found.url).host}`,
    blocks: [
      found.reason === 'gone'
        ? 'The address answered that it is gone (status 410).'
        : 'A message could not be delivered for more than five days.',
      'Start the webhook again in the brand desk when the receiver works. You can send failed messages again there.',
      { action: 'Open webhooks', href: `${deps.config.appOrigin}/desk/webhooks/${webhookId}` },
    ],
  })
}
