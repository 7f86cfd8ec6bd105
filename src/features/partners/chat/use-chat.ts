import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { listChannels } from '#api/partners/chat.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { useWaiting } from '#app/outbox/use-waiting.ts'
import type { ChatChannel } from '#contract/partners/chat.ts'
import { userChat, type Chat } from '#live/chat/chat.ts'
import { waitingIn } from './conversation.ts'

const never = () => () => undefined

function useChatValue<Value>(read: (chat: Chat) => Value): Value | undefined {
  const chat = userChat()
  return useSyncExternalStore(chat?.subscribe ?? never, () => (chat ? read(chat) : undefined))
}

/** Returns all channels saved on this device, and the state of the request that updates them. */
export function useChannels() {
  const rows = useChatValue((chat) => chat.channels())
  const answer = useAnswer(
    'chat channels',
    async (options) => (await userChat()?.refreshChannels(options)) ?? 0,
    { copy: true, isSecondary: true },
  )
  return { rows, answer }
}

/** Returns the channels whose messages or names contain these words, as found by the server. */
export function useFoundChannels(words: string): readonly string[] {
  const answer = useAnswer(
    words === '' ? null : `chat search ${words}`,
    async (options) => (await listChannels(words, options)).map(({ url }) => url),
    { isSecondary: true },
  )
  return answer.value ?? []
}

/** Returns a conversation: at once as saved on this device, then as the server answers. */
export function useThread(channel: string) {
  const chat = userChat()
  const offline = useOffline()
  useEffect(() => chat?.open(channel), [chat, channel])
  const thread = useChatValue((one) => one.thread(channel))
  const row = useChatValue((one) => one.channels()?.find(({ url }) => url === channel))
  const answer = useAnswer(
    `chat with ${channel}`,
    async (options) => {
      await chat?.refreshThread(channel, options)
      return true
    },
    { copy: true, isSecondary: true },
  )
  const waiting = waitingIn(useWaiting(), channel, thread?.messages)
  useRefreshOnGap(
    !offline,
    thread?.messages.at(-1)?.sequence ?? 0,
    row?.last_sequence ?? 0,
    answer.refresh,
  )
  return { row, thread, waiting, answer }
}

/** Reloads if the list has a later message than the conversation. */
function useRefreshOnGap(canAsk: boolean, has: number, last: number, refresh: () => Promise<void>) {
  const fill = useEffectEvent(() => void refresh())
  const wanted = canAsk && has > 0 && has < last ? last : null
  useEffect(() => {
    if (wanted !== null) fill()
  }, [wanted])
}

const subscribeVisible = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const useVisible = () =>
  useSyncExternalStore(subscribeVisible, () => document.visibilityState === 'visible')

/** Marks messages as read that are visible on the screen. */
export function useMarkRead(row: ChatChannel | undefined, shown: number, atEnd: boolean) {
  const visible = useVisible()
  const channel = row?.url
  const isNew = row !== undefined && shown >= row.last_sequence && row.read_sequence < shown
  useEffect(() => {
    if (visible && atEnd && isNew && channel !== undefined)
      void userChat()
        ?.markRead(channel, shown)
        .catch(() => undefined)
  }, [visible, atEnd, isNew, channel, shown])
}
