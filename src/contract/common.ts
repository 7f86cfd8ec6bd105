import * as v from 'valibot'

/** Messages by field; `non_field_errors` holds those that belong to no field (spec section 8). */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>

/**
 * Body of every failed call. `detail` only when the operator wrote one (D-11);
 * `retry_after` is seconds or an ISO date (section 8).
 */
export const ErrorBody = v.looseObject({
  errors: v.optional(FieldErrors),
  detail: v.optional(v.string()),
  retry_after: v.optional(v.union([v.number(), v.string()])),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

export const Uuid = v.pipe(v.string(), v.uuid())

/** One page of a list. */
export const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ results: v.array(item), next: v.nullable(v.string()), count: v.number() })

/** The `result` envelope. */
export const result = <Item extends v.GenericSchema>(item: Item) => v.object({ result: item })

/** A moment with its offset, as it is written in UTC; `2026-02-30` is none. */
export const moment = (message: string) =>
  v.pipe(
    v.string(message),
    v.check((value) => MOMENT.test(value) && isOnCalendar(value), message),
    v.transform((value) => new Date(value).toISOString()),
  )

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function isOnCalendar(value: string): boolean {
  if (Number.isNaN(Date.parse(value))) return false
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return day.toISOString().startsWith(value.slice(0, 10))
}

/** Text that a person typed: trimmed, without NUL, which PostgreSQL cannot store. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.replaceAll('\u0000', '').trim()),
    v.maxLength(max, `Keep this under ${max} characters.`),
  )
