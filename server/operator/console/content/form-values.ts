import type { ContentField, ContentKind } from '../../content/kinds.ts'
import type { Entry } from '../../content/read-entries.ts'

type Texts = Record<string, string>

type Rate = { category?: string; new_customers?: boolean; rate: number; creator_share?: number }

/** Returns the texts of a form that shows an entry. */
export const textsOf = ({ fields }: ContentKind, entry: Entry): Texts =>
  Object.fromEntries(fields.map((field) => [field.name, textOfValue(field, entry[field.name])]))

function textOfValue({ is }: ContentField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (is === 'check') return value === true ? 'on' : ''
  if (is === 'lines') return (value as string[]).join('\n')
  if (is === 'rates') return (value as Rate[]).map(rateLine).join('\n')
  if (is === 'amounts')
    return Object.entries(value as Record<string, number>)
      .map(([name, amount]) => `${name} ${amount}`)
      .join('\n')
  return textOfScalar(value)
}

/** Returns a text or number as text, and '' for anything else. */
export const textOfScalar = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const rateLine = ({ category = '', new_customers, rate, creator_share }: Rate) =>
  [category, rate, creator_share ?? '', ...(new_customers === true ? ['new'] : [])].join('; ')

/**
 * Returns the entry that a form describes. Values that cannot be read stay text, so that the check
 * of the content file names them. Empty fields of a new entry are left out, so that it gets the
 * defaults.
 */
export const entryOf = ({ fields, group }: ContentKind, texts: Texts, isNew: boolean): Entry =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = texts[field.name] ?? ''
      const value =
        text === '' && (isNew || group === null) && field.is !== 'check'
          ? undefined
          : valueOf(field, text)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

/** Returns undefined for values that stay as they are. */
function valueOf({ is }: ContentField, text: string): unknown {
  if (typeof is === 'object') return text === '' ? undefined : text
  switch (is) {
    case 'check':
      return text !== ''
    case 'number':
      return text === '' ? undefined : numberOr(text)
    case 'amount':
      return text === '' ? null : numberOr(text)
    case 'date':
    case 'reference':
      return text === '' ? null : text
    case 'lines':
      return linesOf(text)
    case 'rates':
      return linesOf(text).map(rateOf)
    case 'amounts':
      return Object.fromEntries(linesOf(text).map(amountOf))
    case 'secret':
      return text === '' ? undefined : text
    // The key of a stored picture, or the checkbox that removes the picture.
    case 'picture':
      return text === '' ? undefined : isPictureKey(text) ? text : null
    default:
      return text
  }
}

/** Returns whether the value of a picture field is a new picture instead of its removal. */
export const isPictureKey = (text: string) => /^[0-9a-f]{64}\.webp$/.test(text)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const numberOr = (text: string): unknown => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)

function rateOf(line: string): Entry {
  const [category = '', rate = '', share = '', isNew = ''] = line
    .split(';')
    .map((part) => part.trim())
  return {
    ...(category !== '' && { category }),
    rate: numberOr(rate),
    ...(share !== '' && { creator_share: numberOr(share) }),
    ...(isNew !== '' && { new_customers: isNew === 'new' ? true : isNew }),
  }
}

function amountOf(line: string): [string, unknown] {
  const [name = '', ...amount] = line.split(/\s+/)
  return [name, numberOr(amount.join(' '))]
}
