import type { Options } from 'ky'
import { sendMessage } from '#api/partners/chat.ts'
import type { ChatMessage } from '#contract/partners/chat.ts'
import type { MirrorDb } from '../store/db.ts'
import { putMessages } from '../chat/chat-rows.ts'
import type { MessageChange } from './message-change.ts'

/**
 * Operations of the outbox for messages: the call, the storing of its answer, and the tables for
 * that.
 */
export const messageOperations = {
  perform: ({ channel, text, upload }: MessageChange, options: Options): Promise<ChatMessage> =>
    sendMessage(channel, { text, upload }, options),

  storeAnswer: async (db: MirrorDb, message: ChatMessage): Promise<void> => {
    await putMessages(db, [message])
  },

  tables: (db: MirrorDb) => [db.chatChannels, db.chatMessages],
}
