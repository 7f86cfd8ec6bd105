import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import {
  channelsOfBrand,
  openChannelWithUser,
  markReadByBrand,
  messagesOf,
  userOfChannel,
  reportMessage,
  sendAsBrand,
} from '../chat/brand-side.ts'
import type { Db } from '../../platform/db/client.ts'

/** Returns queries and actions for messages, bound to one brand. */
export const messageActions = (db: Db, organizationId: string) => ({
  channels: () => channelsOfBrand(db, organizationId),

  async unread(): Promise<number> {
    const all = await channelsOfBrand(db, organizationId)
    return all.reduce((sum, { unread }) => sum + unread, 0)
  },

  /**
   * Returns a page of messages and marks them as read. Undefined if the channel is not the brand's.
   */
  async thread(channelId: string, before?: number) {
    if (!v.is(Uuid, channelId)) return undefined
    const userId = await userOfChannel(db, { organizationId, channelId })
    if (userId === undefined) return undefined
    const page = await messagesOf(db, channelId, { before })
    const sequence = page.results.at(-1)?.sequence
    if (sequence !== undefined && before === undefined)
      await markReadByBrand(db, { organizationId, channelId, sequence })
    return { userId, ...page }
  },

  channelWith: (userId: string) => openChannelWithUser(db, { organizationId, userId }),

  say: (channelId: string, text: string, key: string) =>
    sendAsBrand(db, { organizationId, channelId, text, key }),

  report: (channelId: string, sequence: number, reason: string) =>
    reportMessage(db, { organizationId, channelId, sequence, reason }),
})
