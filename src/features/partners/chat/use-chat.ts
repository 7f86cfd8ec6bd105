import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { listChannels } from '#api/chat.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { useWaiting } from '#app/outbox/use-waiting.ts'
import type { ChatChannel } from '#contract/chat.ts'
import { personsChat, type Chat } from '#live/chat/chat.ts'
import { waitingIn } from './conversation.ts'

const never = () => () => undefined

function useNews<Value>(read: (chat: Chat) => Value): Value | undefined {
  const chat = personsChat()
  return useSyncExternalStore(chat?.subscribe ?? never, () => (chat ? read(chat) : undefined))
}

/** All channels, out of this device; beside them how asking the server for them goes. */
export function useChannels() {
  const rows = useNews((chat) => chat.channels())
  const answer = useAnswer(
    'chat channels',
    async (options) => (await personsChat()?.refreshChannels(options)) ?? 0,
    { copy: true, aside: true },
  )
  return { rows, answer }
}

/** The channels in whose messages, and not only in whose names, the server finds these words. */
export function useFoundChannels(words: string): readonly string[] {
  const answer = useAnswer(
    words === '' ? null : `chat search ${words}`,
    async (options) => (await listChannels(words, options)).map(({ url }) => url),
    { aside: true },
  )
  return answer.value ?? []
}

/** One conversation: what this device has of it at once, then what the server says. */
export function useThread(channel: string) {
  const chat = personsChat()
  const offline = useOffline()
  useEffect(() => chat?.open(channel), [chat, channel])
  const thread = useNews((one) => one.thread(channel))
  const row = useNews((one) => one.channels()?.find(({ url }) => url === channel))
  const answer = useAnswer(
    `chat with ${channel}`,
    async (options) => {
      await chat?.refreshThread(channel, options)
      return true
    },
    { copy: true, aside: true },
  )
  const waiting = waitingIn(useWaiting(), channel, thread?.messages)
  useGap(!offline, thread?.messages.at(-1)?.sequence ?? 0, row?.last_sequence ?? 0, answer.refresh)
  return { row, thread, waiting, answer }
}

/** The list knows of a later message than the conversation has. */
function useGap(canAsk: boolean, has: number, last: number, refresh: () => Promise<void>) {
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

/** What stands before somebody's eyes is read. */
export function useReading(row: ChatChannel | undefined, shown: number, atEnd: boolean) {
  const visible = useVisible()
  const channel = row?.url
  const isNew = row !== undefined && shown >= row.last_sequence && row.read_sequence < shown
  useEffect(() => {
    if (visible && atEnd && isNew && channel !== undefined)
      void personsChat()
        ?.markRead(channel, shown)
        .catch(() => undefined)
  }, [visible, atEnd, isNew, channel, shown])
}
