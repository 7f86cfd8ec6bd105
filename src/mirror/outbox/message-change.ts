/** A message of the chat that waits to be sent. It lies over no row of the mirror: its thread shows it. */
export type MessageChange = {
  kind: 'send-message'
  channel: string
  text: string
  /** The number of an uploaded picture, and where it can be seen meanwhile. */
  upload: number | null
  image: string | null
}

type Kind = { kind: string }

export const isMessageChange = (change: Kind): change is MessageChange =>
  change.kind === 'send-message'

export const isMessage = <Entry extends { change: Kind }>(
  entry: Entry,
): entry is Entry & { change: MessageChange } => isMessageChange(entry.change)

/** Those of one channel go in their order: one that has stopped holds back the later ones. */
export const aboutMessage = ({ channel }: MessageChange): string[] => [`chat:${channel}`]
