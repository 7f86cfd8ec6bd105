import type { CountryOf } from './countries.ts'
import { visitorId } from './visitor.ts'

/**
 * Replaces the browser id in each line of `toLine` by the visitor id, and the address at its end by
 * the country, if countries are looked up. Addresses are not stored. `salt` is that of the day of
 * all lines.
 */
export function completeLines(
  lines: string,
  salt: string,
  countryOf: CountryOf | undefined,
): string {
  const parts: string[] = []
  let start = 0
  for (let end = lines.indexOf('\n'); end !== -1; end = lines.indexOf('\n', start)) {
    const addressAt = fieldBefore(lines, end)
    const deviceAt = fieldBefore(lines, addressAt - 1)
    const originAt = fieldBefore(lines, deviceAt - 1)
    const agentAt = fieldBefore(lines, originAt - 1)
    const address = lines.slice(addressAt, end)
    const visitor = visitorId(salt, address, lines.slice(agentAt, originAt - 1))
    const country = countryOf ? `\t${countryOf(address)}` : ''
    parts.push(lines.slice(start, agentAt), visitor, lines.slice(originAt - 1, addressAt - 1))
    parts.push(country, '\n')
    start = end + 1
  }
  return parts.join('')
}

/** Returns the start of the field that ends before `end`. It is never the first of its line. */
const fieldBefore = (lines: string, end: number) => lines.lastIndexOf('\t', end - 1) + 1
