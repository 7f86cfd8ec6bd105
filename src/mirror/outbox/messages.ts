import type { Options } from 'ky'
import { sendMessage } from '#api/chat.ts'
import type { ChatMessage } from '#contract/chat.ts'
import type { MirrorDb } from '../store/db.ts'
import { putMessages } from '../chat/chat-rows.ts'
import type { MessageChange } from './message-change.ts'

/** What a message is to the outbox: its call, where its answer is kept, and the tables of that. */
export const messages = {
  perform: ({ channel, text, upload }: MessageChange, options: Options): Promise<ChatMessage> =>
    sendMessage(channel, { text, upload }, options),

  keep: async (db: MirrorDb, message: ChatMessage): Promise<void> => {
    await putMessages(db, [message])
  },

  tables: (db: MirrorDb) => [db.chatChannels, db.chatMessages],
}
