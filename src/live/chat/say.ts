import { sendMessage } from '#api/partners/chat.ts'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { quiet } from '#http/client.ts'
import { sendMessageInOrder } from '../outbox/tab-outbox.ts'
import { userChat } from './chat.ts'

type MessageContent = { text: string; picture?: { id: number; url: string } | undefined }

/** Sends a message now or as soon as there is a connection, exactly once and in order. */
export async function sendInOrder(
  channel: string,
  { text, picture }: MessageContent,
  title: string,
): Promise<void> {
  const message = {
    kind: 'send-message' as const,
    channel,
    text,
    upload: picture?.id ?? null,
    image: picture?.url ?? null,
  }
  const isStored = await sendMessageInOrder(message, title).then(
    () => true,
    () => false,
  )
  if (!isStored) await sendAtOnce(channel, { text, picture })
}

/** Sends a message at once when it cannot be stored. Rejects if that fails. */
async function sendAtOnce(channel: string, { text, picture }: MessageContent): Promise<void> {
  const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() }
  const body = { text, upload: picture?.id ?? null }
  const sent = await sendMessage(channel, body, { ...quiet, headers })
  await (await userChat()?.storage())?.saveMessages([sent])
}
