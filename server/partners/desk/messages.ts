import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  channelsOfBrand,
  channelWithPerson,
  markReadByBrand,
  messagesOf,
  personOfChannel,
  reportMessage,
  sayAsBrand,
} from '../chat/brand-side.ts'
import type { Db } from '../../platform/db/client.ts'

/** What a desk can ask and do about messages, bound to its brand as all of its books are. */
export const messagesBook = (db: Db, organizationId: string) => ({
  channels: () => channelsOfBrand(db, organizationId),

  async unread(): Promise<number> {
    const all = await channelsOfBrand(db, organizationId)
    return all.reduce((sum, { unread }) => sum + unread, 0)
  },

  /** A page of a channel of this brand, read from then on; undefined for any other channel. */
  async thread(channelId: string, before?: number) {
    if (!v.is(Uuid, channelId)) return undefined
    const userId = await personOfChannel(db, { organizationId, channelId })
    if (userId === undefined) return undefined
    const page = await messagesOf(db, channelId, { before })
    const sequence = page.results.at(-1)?.sequence
    if (sequence !== undefined && before === undefined)
      await markReadByBrand(db, { organizationId, channelId, sequence })
    return { userId, ...page }
  },

  channelWith: (userId: string) => channelWithPerson(db, { organizationId, userId }),

  say: (channelId: string, text: string, key: string) =>
    sayAsBrand(db, { organizationId, channelId, text, key }),

  report: (channelId: string, sequence: number, reason: string) =>
    reportMessage(db, { organizationId, channelId, sequence, reason }),
})
