import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { brands } from '../platform/db/schema.ts'
import { addOwner, sharedPerson } from '../partners/desk/people/people.ts'
import { LINK_HOURS, createSignInLink } from '../partners/desk/sign-in-links.ts'
import { addJob } from '../platform/jobs/add-job.ts'

type LinkOptions = { mail?: string | undefined }

/**
 * Handles `brand-link KEY`: creates a sign-in link to the brand's desk. With an email address, the
 * person becomes an owner of the desk and can request more links.
 */
export function brandLinkCommand([verb = '', key = '', ...rest]: string[]):
  | ((said: LinkOptions) => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb !== 'brand-link') return undefined
  return ({ mail }) => {
    if (key === '' || rest.length > 0) throw new ConfigError('Name the key of a brand.')
    const email = mail === undefined ? null : parseEmail(mail)
    return (db, config) => sendBrandLink(db, config, { key, email })
  }
}

/**
 * Creates a link to the desk of a brand. With an email address, adds this person as an owner and sends
 * them the link. Returns the result as a sentence.
 */
export async function sendBrandLink(
  db: Db,
  config: Config,
  { key, email }: { key: string; email: string | null },
): Promise<string> {
  const [brand] = await db.select().from(brands).where(eq(brands.key, key))
  if (!brand) throw new ConfigError(`There is no brand ${key}.`)
  const person = await (email === null ? sharedPerson(db, brand.id) : addOwner(db, brand.id, email))
  if (email !== null && config.smtpUrl) {
    await addJob(db, 'desk-mail', { email, brandId: brand.id })
    return `A link is on its way to ${email}. They can request more links themselves.`
  }
  const link = await createSignInLink(db, config.appOrigin, person)
  const hint = email === null ? '' : ` This server sends no mail: send it to ${email} yourself.`
  return `It signs ${key} in once, within ${LINK_HOURS} hours.${hint}\n${link}`
}

function parseEmail(mail: string): string {
  const read = v.safeParse(Email, mail)
  if (!read.success) throw new ConfigError(`--mail: ${read.issues[0].message}`)
  return read.output
}
