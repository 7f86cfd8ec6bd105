import { keepDraft, readDraft } from '#live/drafts/drafts.ts'
import { linksIndex } from '#live/mirror.ts'

/** What is typed to a channel, kept on this device until it is sent. */
export type MessageDraft = {
  text: string
  /** The campaign that it applies for. */
  about?: string
  picture?: { id: number; url: string }
}

export const draftName = (channel: string) => `chat-${channel}`

/** Puts text where somebody can change it and send it; what they typed before stays above it. */
export async function prefill(channel: string, { text, about }: MessageDraft): Promise<void> {
  const { storage } = linksIndex()
  const name = draftName(channel)
  const typed = ((await readDraft(storage, name)) as MessageDraft | null)?.text.trim() ?? ''
  const whole =
    typed === '' || typed === text ? text : typed.includes(text) ? typed : `${typed}\n\n${text}`
  keepDraft(storage, name, { text: whole, ...(about !== undefined && { about }) })
}
