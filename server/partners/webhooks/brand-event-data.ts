import type { Db } from '../../platform/db/client.ts'
import { nameAt, partnersOf, type Partner } from '../unmasking/names.ts'
import { messageFacts } from './event-data.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { dollarsIn, numberIn, textIn, timeIn, type Facts } from './facts.ts'

/**
 * Returns a function that builds the data of an event for a brand. Creators appear by their number,
 * or by name for times since they accepted the brand's invitation.
 */
export async function brandData(db: Db, brandId: string, deliveries: DueDelivery[]) {
  const userIds = deliveries.flatMap(({ about_user_id }) => about_user_id ?? [])
  const partners = await partnersOf(db, brandId, userIds)
  return ({ event, facts, about_user_id, created_at }: DueDelivery): object => {
    const partner = partners.get(about_user_id ?? '')
    const [subject] = event.split('.')
    if (subject === 'conversion') return orderData(facts, partner)
    if (subject === 'connection') return connectionData(facts, partner, new Date(created_at))
    if (subject === 'message')
      return { ...messageFacts(facts), partner: shown(partner, new Date(created_at)) }
    // A test is stored as it is sent.
    return facts
  }
}

const orderData = (facts: Facts, partner: Partner | undefined) => ({
  id: numberIn(facts, 'id'),
  order_id: textIn(facts, 'order_id'),
  state: textIn(facts, 'state'),
  ordered_at: timeIn(facts, 'ordered_at'),
  partner: shown(partner, new Date(textIn(facts, 'ordered_at'))),
  amount: facts['dollars'] !== null ? dollarsIn(facts, 'base_cents') : null,
  fee: dollarsIn(facts, 'posted_fee_cents'),
})

const connectionData = (facts: Facts, partner: Partner | undefined, at: Date) => ({
  id: numberIn(facts, 'id'),
  partner: shown(partner, at),
  page: partner?.page ?? null,
  accepted_at: timeIn(facts, 'accepted_at'),
})

const shown = (partner: Partner | undefined, at: Date) => ({
  id: partner?.id ?? '',
  name: partner === undefined ? '' : nameAt(partner, at),
})
