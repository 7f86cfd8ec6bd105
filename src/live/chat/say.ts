import { sendMessage } from '#api/chat.ts'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { quiet } from '#http/client.ts'
import { sendLast } from '../outbox/tab-outbox.ts'
import { personsChat } from './chat.ts'

type Words = { text: string; picture?: { id: number; url: string } | undefined }

/** Says something in a channel: now, or as soon as there is a connection, once and in its order. */
export async function say(channel: string, { text, picture }: Words, title: string): Promise<void> {
  const message = {
    kind: 'send-message' as const,
    channel,
    text,
    upload: picture?.id ?? null,
    image: picture?.url ?? null,
  }
  const isKept = await sendLast(message, title).then(
    () => true,
    () => false,
  )
  if (!isKept) await sayNow(channel, { text, picture })
}

/** Where nothing can be written down (offline 10) a message is sent, or has failed. */
async function sayNow(channel: string, { text, picture }: Words): Promise<void> {
  const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() }
  const body = { text, upload: picture?.id ?? null }
  const sent = await sendMessage(channel, body, { ...quiet, headers })
  await (await personsChat()?.storage())?.saveMessages([sent])
}
