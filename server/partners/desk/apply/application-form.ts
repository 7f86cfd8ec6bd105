import * as v from 'valibot'
import { text, type FieldErrors } from '#contract/common.ts'
import { Email } from '#contract/people/session.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Maximum lengths of the longer texts of an application. */
export const MAX_SELLS = 1000
export const MAX_OFFER = 500

const line = (most: number, missing: string) =>
  v.pipe(
    text(most),
    v.transform((value) => value.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()),
    v.minLength(1, missing),
  )
const paragraph = (most: number, missing: string) => v.pipe(text(most), v.minLength(1, missing))

const NO_WEBSITE = 'Enter the address of your website, like example.com.'

/** Website of a brand. `https://` may be left out. */
const Website = v.pipe(
  text(300),
  v.minLength(1, NO_WEBSITE),
  v.transform((typed) => (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)),
  v.check(isWebsite, NO_WEBSITE),
)

function isWebsite(address: string): boolean {
  if (/\s/.test(address) || !canParseUrl(address)) return false
  const { hostname, username } = new URL(address)
  return username === '' && /\.[a-z][a-z0-9-]*$/.test(hostname)
}

const Application = v.object({
  brandName: line(120, 'Enter the name of your brand.'),
  website: Website,
  contactName: line(80, 'Enter your name.'),
  email: Email,
  sells: paragraph(MAX_SELLS, 'Say in a sentence what you sell.'),
  offer: paragraph(MAX_OFFER, 'Say what you would pay, for example 10 % of each order.'),
  terms: v.literal('on', 'Accept the terms to apply.'),
})

export type NewApplication = Omit<v.InferOutput<typeof Application>, 'terms'>

/** Values of the form, as they were typed. */
export type TypedApplication = Partial<Record<keyof v.InferInput<typeof Application>, string>>

/** Reads the form. `hasTerms`: this installation has terms, which must be accepted. */
export function readApplication(
  typed: TypedApplication,
  hasTerms: boolean,
): { application: NewApplication; errors?: never } | { application?: never; errors: FieldErrors } {
  const read = v.safeParse(Application, {
    brandName: '',
    website: '',
    contactName: '',
    email: '',
    sells: '',
    offer: '',
    ...typed,
    terms: hasTerms ? (typed.terms ?? '') : 'on',
  })
  if (!read.success)
    return { errors: v.flatten<typeof Application>(read.issues).nested as FieldErrors }
  const { terms: _accepted, ...application } = read.output
  return { application }
}
