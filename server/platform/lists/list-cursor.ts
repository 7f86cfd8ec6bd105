import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'

const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Position in the changes of a list. Several items can have the same number. */
export type ListCursor = { seq: number; id: string }

/**
 * Returns the name of a user's list: format, kind, owner. Raise the format when the shape of items
 * changes, so that clients reload their copies.
 */
export const listName = (format: number, kind: string, userId: string) =>
  `${format}${kind}:${userId.slice(0, 8)}`

/** Adds the epoch, which changes when a backup is restored, so that clients reload their copies. */
export const inEpoch = (list: string, epoch: string) => (epoch === '' ? list : `${list}.${epoch}`)

/**
 * Returns a cursor, opaque to the app. It contains the name of the list, so that it is invalid for
 * any other list.
 */
export function toCursor(list: string, { seq, id }: ListCursor): string {
  return `${list}:${seq}:${id === LAST ? '' : id}`
}

/** Returns the cursor after all changes up to `seq`. */
export const endCursor = (list: string, seq: number) => toCursor(list, { seq, id: LAST })

export function readCursor(list: string, text: string): ListCursor | undefined {
  const prefix = `${list}:`
  if (!text.startsWith(prefix)) return undefined
  const [, seq = '', id = ''] = /^(\d{1,15}):([0-9a-f-]*)$/.exec(text.slice(prefix.length)) ?? []
  if (seq === '' || (id !== '' && !v.is(Uuid, id))) return undefined
  return { seq: Number(seq), id: id === '' ? LAST : id }
}

export const isAtEnd = (cursor: ListCursor, seq: number) => cursor.seq === seq && cursor.id === LAST
