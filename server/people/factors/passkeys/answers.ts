import { eq, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { PasskeyAnswer } from '#contract/people/passkeys.ts'
import { refusal } from './ceremonies.ts'

/**
 * Reads the answer of a passkey from a field of a form.
 *
 * @throws FieldError
 */
export function readAnswer<Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!parsed.success) throw refusal()
  return parsed.output
}

/** Returns whether the account that the device names, if it names one, has this id. */
export const isHandleOf = ({ response: { userHandle } }: PasskeyAnswer, id: string): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === id

/**
 * Returns the condition that a device has counted further than the stored counter, or does not
 * count. Otherwise, the signature comes from a copy of the key.
 */
export const isLaterCount = (counter: PgColumn, seen: number): SQL | undefined =>
  or(lt(counter, seen), seen === 0 ? eq(counter, 0) : undefined)
