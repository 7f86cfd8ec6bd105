import { randomFillSync } from 'node:crypto'

/** Ten random bytes an id; filled for many at once, since each call into the generator has its price. */
const BYTES = 10
const pool = Buffer.allocUnsafe(BYTES * 512)
let hex = ''
let used = 0
let moment = -1
let prefix = ''

/** A UUIDv7: ids of later clicks sort later, so that the index grows at its end. */
export function clickId(at: number): string {
  if (used === hex.length) refill()
  if (at !== moment) {
    moment = at
    const time = at.toString(16).padStart(12, '0')
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`
  }
  const random = hex.slice(used, (used += BYTES * 2))
  const variant = VARIANT[Number.parseInt(random[3] ?? '0', 16) & 3]
  return `${prefix}${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

const VARIANT = ['8', '9', 'a', 'b'] as const

function refill() {
  hex = randomFillSync(pool).toString('hex')
  used = 0
}
