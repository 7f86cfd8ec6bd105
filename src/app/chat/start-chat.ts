import type { createStore } from 'jotai'
import { chatAccess } from '#api/chat.ts'
import { personsChat, type Chat } from '#live/chat/chat.ts'
import { followStream } from '#live/chat/stream.ts'
import { factsAtom } from '../facts/facts.ts'
import { connectivityAtom } from '../problems/problems.ts'
import { chatAtom } from '../shell/chat.ts'

type Store = ReturnType<typeof createStore>

/** Time after which a hidden tab closes its stream, until it is visible again. */
const HIDDEN_MS = 5 * 60_000

/**
 * Starts chat after the first rows are shown: gets the token, then follows the stream while the tab
 * is visible. Returns a function that stops it.
 */
export function startChat(store: Store): () => void {
  const chat = personsChat()
  if (!chat) return () => undefined
  const stop = new AbortController()
  const { signal } = stop
  let stream: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const isOffline = () => store.get(connectivityAtom) === 'offline'
  const sleep = () => {
    stream?.abort()
    stream = undefined
  }
  const wake = () => {
    if (stream || isOffline() || document.visibilityState === 'hidden') return
    const mine = new AbortController()
    stream = mine
    void listen(store, chat, mine).finally(() => {
      if (stream === mine) stream = undefined
    })
  }
  const look = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(sleep, HIDDEN_MS)
    else wake()
  }
  const unfollow = [
    store.sub(connectivityAtom, () => (isOffline() ? sleep() : wake())),
    chat.subscribe(() => countUnread(store, chat)),
  ]
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', wake, { signal })
  // A page in the back/forward cache receives nothing, so close the stream.
  window.addEventListener('pagehide', sleep, { signal })
  window.addEventListener('pageshow', wake, { signal })
  wake()
  return () => {
    stop.abort()
    clearTimeout(hiding)
    sleep()
    for (const one of unfollow) one()
  }
}

/**
 * Gets a token and follows the stream. Without a token there is no chat and its button is hidden;
 * becoming visible retries.
 */
async function listen(store: Store, chat: Chat, { signal }: AbortController): Promise<void> {
  try {
    const { access_token: accessToken, uuid: userId } = await chatAccess()
    if (chat.signal.aborted) return
    store.set(chatAtom, { accessToken, userId, unread: unreadOf(store, chat) })
  } catch {
    return
  }
  await followStream(chat, signal)
}

function countUnread(store: Store, chat: Chat) {
  const known = store.get(chatAtom)
  const unread = unreadOf(store, chat)
  if (known && known.unread !== unread) store.set(chatAtom, { ...known, unread })
}

/**
 * Returns the number of unread messages from the channels, or from the server's facts until
 * channels are known.
 */
const unreadOf = (store: Store, chat: Chat): number =>
  chat.channels()?.length ? chat.unread() : (store.get(factsAtom)?.unread_messages ?? 0)
