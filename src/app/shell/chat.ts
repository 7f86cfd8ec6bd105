import { atom } from 'jotai'

/** Access to the chat (spec, section 3), and the number of unread messages. */
export type Chat = { accessToken: string; userId: string; unread: number }

/** Access to the chat. Null while there is no access token: the button of the chat is then hidden. */
export const chatAtom = atom<Chat | null>(null)
