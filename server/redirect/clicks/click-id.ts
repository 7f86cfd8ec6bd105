import { randomFillSync } from 'node:crypto'

/**
 * Number of ids generated at once, because each call of the random generator and each concatenation
 * is expensive.
 */
const IDS_PER_REFILL = 512
/** Part of an id after the time and version: `xxx-yxxx-xxxxxxxxxxxx`, with `y` for the variant. */
const DIGITS = 'xxx-yxxx-xxxxxxxxxxxx'
const random = Buffer.allocUnsafe(IDS_PER_REFILL * DIGITS.length)
const written = Buffer.allocUnsafe(random.length)
let endings = ''
let used = 0
let moment = -1
let prefix = ''

/** Returns a UUIDv7. Ids of later clicks sort later, so the index grows at its end. */
export function clickId(at: number): string {
  if (used === endings.length) refill()
  if (at !== moment) {
    moment = at
    const time = at.toString(16).padStart(12, '0')
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`
  }
  return prefix + endings.slice(used, (used += DIGITS.length))
}

/** Returns the lowest possible click id of a time. */
export function minClickId(at: number): string {
  const hex = Math.floor(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Characters for the sixteen possible values of each position. */
const CHARACTERS = Array.from(DIGITS, (digit) =>
  Buffer.from({ x: '0123456789abcdef', y: '89ab'.repeat(4) }[digit] ?? digit.repeat(16)),
)

function refill() {
  randomFillSync(random)
  for (let end = 0; end < written.length; end += CHARACTERS.length)
    CHARACTERS.forEach((signs, place) => {
      written[end + place] = signs[(random[end + place] ?? 0) & 15] ?? 0
    })
  endings = written.toString('latin1')
  used = 0
}
