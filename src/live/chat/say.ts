import { sendMessage } from '#api/chat.ts'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { quiet } from '#http/client.ts'
import { sendLast } from '../outbox/tab-outbox.ts'
import { personsChat } from './chat.ts'

type Words = { text: string; picture?: { id: number; url: string } | undefined }

/** Sends a message now or as soon as there is a connection, exactly once and in order. */
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

/** Sends a message at once when it cannot be stored. Rejects if that fails. */
async function sayNow(channel: string, { text, picture }: Words): Promise<void> {
  const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID() }
  const body = { text, upload: picture?.id ?? null }
  const sent = await sendMessage(channel, body, { ...quiet, headers })
  await (await personsChat()?.storage())?.saveMessages([sent])
}
