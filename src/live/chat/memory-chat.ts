import type { ChatChannel, ChatMessage } from '#contract/partners/chat.ts'
import { mergeChannel, withMessage, withRead } from '#mirror/chat/merge-channel.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import type { ChatStorage } from './chat-storage.ts'

/** Returns a chat storage in memory, for a tab without a database. */
export function memoryChat(): ChatStorage {
  const channels = new Map<string, ChatChannel>()
  const messages = new Map<string, Map<number, ChatMessage>>()
  const notes = new Map<string, unknown>()
  const changes = createListeners()
  return {
    shared: false,
    channels: async () => [...channels.values()],
    messages: async (channel, limit) =>
      [...(messages.get(channel)?.values() ?? [])]
        .sort((a, b) => a.sequence - b.sequence)
        .slice(-limit),
    async saveChannels(rows) {
      for (const row of rows) channels.set(row.url, mergeChannel(row, channels.get(row.url)))
      changes.tell()
    },
    async replaceAll(rows) {
      channels.clear()
      messages.clear()
      for (const row of rows) channels.set(row.url, row)
      changes.tell()
    },
    async saveMessages(rows) {
      for (const row of rows) {
        const channelMessages = messages.get(row.channel) ?? new Map<number, ChatMessage>()
        messages.set(row.channel, channelMessages.set(row.sequence, row))
        const channel = channels.get(row.channel)
        if (channel) channels.set(row.channel, withMessage(channel, row))
      }
      changes.tell()
      return rows.every(({ channel }) => channels.has(channel))
    },
    async saveRead(read) {
      const row = channels.get(read.channel)
      if (row) channels.set(read.channel, withRead(row, read))
      changes.tell()
    },
    readNote: async (name) => notes.get(name),
    putNote: async (name, value) => void notes.set(name, value),
    onChange: (listener) => changes.add(listener),
    close: () => undefined,
  }
}
