import type { NewWebhook } from '#contract/developers/webhooks.ts'
import type { Deps } from '../../env.ts'
import { listDeliveries, resendDelivery, sendTest } from '../webhooks/delivery-log.ts'
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  readWebhook,
  replaceSecret,
} from '../webhooks/webhooks.ts'

/** Returns the queries and actions of a brand for its webhooks. */
export function webhookActions(deps: Deps, brandId: string) {
  const owner = { brandId }
  return {
    list: async () => (await listWebhooks(deps.db, owner)).results,
    read: (id: number) => readWebhook(deps.db, { owner, id }),
    log: (id: number, before?: number) =>
      listDeliveries(deps.db, owner, { id, before, path: `/desk/webhooks/${id}` }),
    add: (webhook: NewWebhook) => addWebhook(deps, owner, webhook),
    setActive: (id: number, is_active: boolean) => editWebhook(deps, { owner, id }, { is_active }),
    replaceSecret: (id: number) => replaceSecret(deps, { owner, id }),
    remove: (id: number) => deleteWebhook(deps.db, { owner, id }),
    test: (id: number) => sendTest(deps, owner, id),
    resend: (id: number, delivery: number) =>
      resendDelivery(deps, owner, { webhook: id, delivery }),
  }
}
