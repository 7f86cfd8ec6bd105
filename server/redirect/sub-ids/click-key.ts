/** Length of the part of a key that stands for the link. */
const LINK_LENGTH = 10
const TIME_LENGTH = 8
const RANDOM_LENGTH = 7
const KEY = new RegExp(`^[0-9a-z]{${LINK_LENGTH}}(?:[0-9a-z]{${TIME_LENGTH + RANDOM_LENGTH}})?$`)

const toBase36 = (hex: string, length: number) =>
  Number.parseInt(hex, 16).toString(36).padStart(length, '0')

/** Returns the short form of a link id: its last 48 random bits. Unique among the links of a user. */
export const linkPartOf = (linkId: string): string => toBase36(linkId.slice(-12), LINK_LENGTH)

/**
 * Returns the short form of a click id, a UUIDv7: its time in milliseconds and its last 32 random
 * bits.
 */
export const clickPartOf = (clickId: string): string =>
  toBase36(clickId.slice(0, 8) + clickId.slice(9, 13), TIME_LENGTH) +
  toBase36(clickId.slice(-8), RANDOM_LENGTH)

export type ClickKey = {
  linkPart: string
  /** Time and end of the click id; null if the key stands only for a link. */
  click: { at: Date; idEnd: string } | null
}

/** Parses a key from a report. Returns undefined for any other text. Some networks change its case. */
export function parseClickKey(text: string): ClickKey | undefined {
  const key = text.trim().toLowerCase()
  if (!KEY.test(key)) return undefined
  const linkPart = key.slice(0, LINK_LENGTH)
  if (key.length === LINK_LENGTH) return { linkPart, click: null }
  const at = new Date(Number.parseInt(key.slice(LINK_LENGTH, LINK_LENGTH + TIME_LENGTH), 36))
  const random = Number.parseInt(key.slice(LINK_LENGTH + TIME_LENGTH), 36)
  return { linkPart, click: { at, idEnd: random.toString(16).padStart(8, '0') } }
}
