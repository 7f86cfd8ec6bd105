import { atom } from 'jotai'

/** The way into chat and how much waits there; null without an access token. */
export type Chat = { accessToken: string; unread: number }

export const chatAtom = atom<Chat | null>(null)
