import { saveDraft, readDraft } from '#live/drafts/drafts.ts'
import { linksIndex } from '#live/mirror.ts'

/** Unsent message to a channel, stored on this device. */
export type MessageDraft = {
  text: string
  /** Campaign that the message applies for. */
  about?: string
  picture?: { id: number; url: string }
}

export const draftName = (channel: string) => `chat-${channel}`

/**
 * Puts text into a channel's message field, where the user can edit and send it. Text typed before
 * is kept above it.
 */
export async function prefill(channel: string, { text, about }: MessageDraft): Promise<void> {
  const { storage } = linksIndex()
  const name = draftName(channel)
  const typed = ((await readDraft(storage, name)) as MessageDraft | null)?.text.trim() ?? ''
  const combined =
    typed === '' || typed === text ? text : typed.includes(text) ? typed : `${typed}\n\n${text}`
  saveDraft(storage, name, { text: combined, ...(about !== undefined && { about }) })
}
