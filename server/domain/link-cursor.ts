import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'

/** Raise it when links are answered in a new shape: every copy is then read again in whole. */
const FORMAT = 1
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A place in the order of one list's changes; many links can carry one number. */
export type LinkCursor = { seq: number; id: string }

/** Opaque to the app. It names person and list, so that a cursor of another one is not believed. */
export function toCursor(userId: string, hidden: boolean, { seq, id }: LinkCursor): string {
  return `${scope(userId, hidden)}:${seq}:${id === LAST ? '' : id}`
}

/** Past every change up to `seq`. */
export const endCursor = (userId: string, hidden: boolean, seq: number) =>
  toCursor(userId, hidden, { seq, id: LAST })

export function readCursor(userId: string, hidden: boolean, text: string): LinkCursor | undefined {
  const prefix = `${scope(userId, hidden)}:`
  if (!text.startsWith(prefix)) return undefined
  const [, seq = '', id = ''] = /^(\d{1,15}):([0-9a-f-]*)$/.exec(text.slice(prefix.length)) ?? []
  if (seq === '' || (id !== '' && !v.is(Uuid, id))) return undefined
  return { seq: Number(seq), id: id === '' ? LAST : id }
}

export const isPast = (cursor: LinkCursor, seq: number) => cursor.seq === seq && cursor.id === LAST

const scope = (userId: string, hidden: boolean) =>
  `${FORMAT}${hidden ? 'h' : 'v'}:${userId.slice(0, 8)}`
