/** Chat message that waits to be sent. It changes no stored row; its thread shows it. */
export type MessageChange = {
  kind: 'send-message'
  channel: string
  text: string
  /** Id of an uploaded picture. `image` is its address until the message is sent. */
  upload: number | null
  image: string | null
}

type Kind = { kind: string }

export const isMessageChange = (change: Kind): change is MessageChange =>
  change.kind === 'send-message'

export const isMessage = <Entry extends { change: Kind }>(
  entry: Entry,
): entry is Entry & { change: MessageChange } => isMessageChange(entry.change)

/**
 * Returns the key for the order of messages. Those of one channel are sent in order, so a stopped
 * one blocks the later ones.
 */
export const messageKeys = ({ channel }: MessageChange): string[] => [`chat:${channel}`]
