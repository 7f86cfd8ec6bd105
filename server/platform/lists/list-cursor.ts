import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A place in the order of one list's changes; many items can carry one number. */
export type ListCursor = { seq: number; id: string }

/**
 * Names one list of one person: format, kind of list, owner. Raise the format when its items are
 * answered in a new shape: every copy is then read again in whole.
 */
export const listName = (format: number, kind: string, userId: string) =>
  `${format}${kind}:${userId.slice(0, 8)}`

/** After a restore every list is another one, so that each copy is read again in whole. */
export const inEpoch = (list: string, epoch: string) => (epoch === '' ? list : `${list}.${epoch}`)

/** Opaque to the app. It names the list, so that a cursor of another one is not believed. */
export function toCursor(list: string, { seq, id }: ListCursor): string {
  return `${list}:${seq}:${id === LAST ? '' : id}`
}

/** Past every change up to `seq`. */
export const endCursor = (list: string, seq: number) => toCursor(list, { seq, id: LAST })

export function readCursor(list: string, text: string): ListCursor | undefined {
  const prefix = `${list}:`
  if (!text.startsWith(prefix)) return undefined
  const [, seq = '', id = ''] = /^(\d{1,15}):([0-9a-f-]*)$/.exec(text.slice(prefix.length)) ?? []
  if (seq === '' || (id !== '' && !v.is(Uuid, id))) return undefined
  return { seq: Number(seq), id: id === '' ? LAST : id }
}

export const isPast = (cursor: ListCursor, seq: number) => cursor.seq === seq && cursor.id === LAST
