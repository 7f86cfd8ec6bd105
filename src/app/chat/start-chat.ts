import type { createStore } from 'jotai'
import { chatAccess } from '#api/partners/chat.ts'
import { userChat, type Chat } from '#live/chat/chat.ts'
import { followStream } from '#live/chat/stream.ts'
import { factsAtom } from '../facts/facts.ts'
import { connectivityAtom } from '../problems/problems.ts'
import { chatAtom } from '../shell/chat.ts'

type Store = ReturnType<typeof createStore>

/** Time after which a hidden tab closes its stream, until it is visible again. */
const MAX_HIDDEN_MS = 5 * 60_000

/**
 * Starts chat after the first rows are shown: gets the token, then follows the stream while the tab
 * is visible. Returns a function that stops it.
 */
export function startChat(store: Store): () => void {
  const chat = userChat()
  if (!chat) return () => undefined
  const stop = new AbortController()
  const { signal } = stop
  let stream: AbortController | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const isOffline = () => store.get(connectivityAtom) === 'offline'
  const closeStream = () => {
    stream?.abort()
    stream = undefined
  }
  const openStream = () => {
    if (stream || isOffline() || document.visibilityState === 'hidden') return
    const controller = new AbortController()
    stream = controller
    void followChat(store, chat, controller).finally(() => {
      if (stream === controller) stream = undefined
    })
  }
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(closeStream, MAX_HIDDEN_MS)
    else openStream()
  }
  const unsubscribes = [
    store.sub(connectivityAtom, () => (isOffline() ? closeStream() : openStream())),
    chat.subscribe(() => countUnread(store, chat)),
    store.sub(factsAtom, () => countUnread(store, chat)),
  ]
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('online', openStream, { signal })
  // A page in the back/forward cache receives nothing, so close the stream.
  window.addEventListener('pagehide', closeStream, { signal })
  window.addEventListener('pageshow', openStream, { signal })
  openStream()
  return () => {
    stop.abort()
    clearTimeout(hiddenTimer)
    closeStream()
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/**
 * Gets a token and follows the stream. Without a token there is no chat and its button is hidden;
 * becoming visible retries.
 */
async function followChat(store: Store, chat: Chat, { signal }: AbortController): Promise<void> {
  try {
    const { access_token: accessToken, uuid: userId } = await chatAccess()
    if (chat.signal.aborted) return
    store.set(chatAtom, { accessToken, userId, unread: unreadCount(store, chat) })
  } catch {
    return
  }
  await followStream(chat, signal)
}

function countUnread(store: Store, chat: Chat) {
  const known = store.get(chatAtom)
  const unread = unreadCount(store, chat)
  if (known && known.unread !== unread) store.set(chatAtom, { ...known, unread })
}

/**
 * Returns the number of unread messages from the channels, or from the server's facts until
 * channels are known.
 */
const unreadCount = (store: Store, chat: Chat): number =>
  chat.channels()?.length ? chat.unread() : (store.get(factsAtom)?.unread_messages ?? 0)
