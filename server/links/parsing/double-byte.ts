/** Returns the quality of a character between 0 (not used) and 1 (very frequent). */
type Quality = (lead: number, trail: number) => number

export type DoubleByte = {
  encoding: string
  languages: string[]
  /** Returns whether the byte is a character by itself. */
  isSingle: (byte: number) => boolean
  isPair: (lead: number, trail: number) => boolean
  quality: Quality
}

const within = (byte: number, from: number, to: number) => byte >= from && byte <= to
/** Two bytes in the upper half, to which EUC encodings shift the national standards. */
const isUpperPair = (lead: number, trail: number) => within(lead, 0xa1, 0xfe) && trail >= 0xa1
const never = () => false

/** Encodings with two bytes per character. Their standards group the frequent characters. */
export const DOUBLE_BYTE: DoubleByte[] = [
  {
    encoding: 'shift_jis',
    languages: ['ja'],
    // Half-width katakana. They count little, because bytes of other encodings often look the same.
    isSingle: (byte) => within(byte, 0xa1, 0xdf),
    isPair: (lead, trail) =>
      (within(lead, 0x81, 0x9f) || within(lead, 0xe0, 0xfc)) &&
      within(trail, 0x40, 0xfc) &&
      trail !== 0x7f,
    quality: (lead) =>
      within(lead, 0x82, 0x83) ? 1 : lead === 0x81 ? 0.8 : within(lead, 0x88, 0x97) ? 0.9 : 0.3,
  },
  {
    encoding: 'gbk',
    languages: ['zh', 'zh-cn', 'zh-sg', 'zh-hans'],
    isSingle: never,
    isPair: (lead, trail) =>
      within(lead, 0x81, 0xfe) && within(trail, 0x40, 0xfe) && trail !== 0x7f,
    quality: (lead, trail) => {
      if (trail < 0xa1 || lead < 0xa1) return 0.1
      if (within(lead, 0xb0, 0xd7)) return 0.9
      return within(lead, 0xa1, 0xa3) ? 0.6 : 0.2
    },
  },
  {
    encoding: 'euc-jp',
    languages: ['ja'],
    isSingle: never,
    isPair: (lead, trail) =>
      isUpperPair(lead, trail) || (lead === 0x8e && within(trail, 0xa1, 0xdf)),
    quality: (lead) =>
      within(lead, 0xa4, 0xa5) ? 1 : within(lead, 0xb0, 0xcf) ? 0.85 : lead === 0xa1 ? 0.6 : 0.2,
  },
  {
    encoding: 'euc-kr',
    languages: ['ko'],
    isSingle: never,
    isPair: (lead, trail) => within(lead, 0x81, 0xfe) && within(trail, 0x41, 0xfe),
    quality: (lead, trail) =>
      trail < 0xa1 || lead < 0xa1 ? 0.1 : within(lead, 0xb0, 0xc8) ? 1 : lead < 0xa4 ? 0.5 : 0.1,
  },
  {
    encoding: 'big5',
    languages: ['zh-tw', 'zh-hk', 'zh-mo', 'zh-hant'],
    isSingle: never,
    isPair: (lead, trail) =>
      within(lead, 0xa1, 0xf9) && (within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe)),
    quality: (lead) => (within(lead, 0xa4, 0xc6) ? 0.85 : lead === 0xa1 ? 0.6 : 0.2),
  },
]

const SINGLE_QUALITY = 0.15
const INVALID_QUALITY = -2

/** Returns the mean quality of all non-ASCII characters. */
export function scoreDoubleByte({ isSingle, isPair, quality }: DoubleByte, bytes: Uint8Array) {
  let sum = 0
  let count = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const trail = bytes[at + 1]
    at += 1
    if (lead < 0x80) continue
    count += 1
    if (isSingle(lead)) sum += SINGLE_QUALITY
    else if (trail !== undefined && isPair(lead, trail)) {
      sum += quality(lead, trail)
      at += 1
    } else sum += INVALID_QUALITY
  }
  return count === 0 ? 0 : sum / count
}
