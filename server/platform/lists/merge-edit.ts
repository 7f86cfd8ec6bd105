import { isDeepStrictEqual } from 'node:util'
import { ConflictError } from '../http/errors.ts'

type Seen = {
  /** What the author of the edit saw, by field. */
  base: Record<string, unknown>
  /** The same fields as they are now. */
  current: object
  /** The thing as it is now, for a refusal. */
  latest: unknown
}

/**
 * Leaves of an edit what its author changed. A field that was changed elsewhere, too, and to another
 * value refuses all of it, so that nobody's words are lost without being asked.
 */
export function mergeEdit<Edit extends object>(edit: Edit, { base, current, latest }: Seen): Edit {
  const now = new Map<string, unknown>(Object.entries(current))
  const seen = new Map(Object.entries(base))
  const own = Object.entries(edit).filter(
    ([name, wanted]) => !seen.has(name) || !isSame(name, wanted, seen.get(name)),
  )
  const fields = own
    .filter(([name]) => seen.has(name) && !isSame(name, now.get(name), seen.get(name)))
    .filter(([name, wanted]) => !isSame(name, now.get(name), wanted))
    .map(([name]) => name)
  if (fields.length > 0) throw new ConflictError({ fields, latest })
  // A subset of the entries of the edit.
  return Object.fromEntries(own) as Edit
}

/** Whether a field says the same twice; nothing said and nothing there are one. */
const isSame = (name: string, a: unknown, b: unknown) =>
  isDeepStrictEqual(comparable(name, a), comparable(name, b))

function comparable(name: string, value: unknown): unknown {
  // The order of names is not the person's: it is that of the alphabet.
  if (name === 'regular_collection_names' && Array.isArray(value)) return new Set(value)
  return value ?? null
}
