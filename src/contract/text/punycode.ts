/** Parameters of Punycode for host names (RFC 3492, section 5). */
const BASE = 36
const MIN_THRESHOLD = 1
const MAX_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE_POINT = 128
const MAX_CODE_POINT = 0x10ffff

/**
 * Returns the text of a label without its `xn--`, or undefined if it is not valid. A browser has no
 * call for this.
 */
export function decodePunycode(encoded: string): string | undefined {
  const basicEnd = Math.max(encoded.lastIndexOf('-'), 0)
  const codePoints = Array.from(encoded.slice(0, basicEnd), (letter) => letter.charCodeAt(0))
  let at = basicEnd === 0 ? 0 : basicEnd + 1
  let codePoint = FIRST_CODE_POINT
  let bias = FIRST_BIAS
  let place = 0
  while (at < encoded.length) {
    const number = readNumber(encoded, at, bias)
    if (!number) return undefined
    const length = codePoints.length + 1
    const isFirst = at === (basicEnd === 0 ? 0 : basicEnd + 1)
    bias = adaptBias(number.value, length, isFirst)
    codePoint += Math.floor((place + number.value) / length)
    place = (place + number.value) % length
    if (codePoint > MAX_CODE_POINT) return undefined
    codePoints.splice(place, 0, codePoint)
    place += 1
    at = number.end
  }
  return String.fromCodePoint(...codePoints)
}

/** Reads a number of variable length. Its last digit is below the threshold. */
function readNumber(encoded: string, start: number, bias: number) {
  let value = 0
  let weight = 1
  for (let at = start; at < encoded.length; at += 1) {
    const digit = digitOf(encoded[at] ?? '')
    if (digit === undefined || value > MAX_CODE_POINT * 64) return undefined
    value += digit * weight
    const position = (at - start + 1) * BASE
    const threshold = Math.min(Math.max(position - bias, MIN_THRESHOLD), MAX_THRESHOLD)
    if (digit < threshold) return { value, end: at + 1 }
    weight *= BASE - threshold
  }
  return undefined
}

function adaptBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(isFirst ? delta / DAMP : delta / 2)
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) / 2; steps += BASE)
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD))
  return steps + Math.floor(((BASE - MIN_THRESHOLD + 1) * rest) / (rest + SKEW))
}

/** Returns the value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(letter: string): number | undefined {
  const value = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter.toLowerCase())
  return letter === '' || value < 0 ? undefined : value
}
