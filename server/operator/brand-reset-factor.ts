import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { resetDeskFactors } from '../partners/desk/people/desk-factors.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { brands, deskPeople } from '../platform/db/schema.ts'

type ResetOptions = { email?: string | undefined; why?: string | undefined }

/** Handles `brand-reset-factor KEY`: lets a person of a brand in again who lost their second factor. */
export function brandResetFactorCommand([verb, key = '', ...rest]: string[]):
  | ((options: ResetOptions) => (db: Db, config: Config) => Promise<string>)
  | undefined {
  if (verb !== 'brand-reset-factor' || rest.length > 0) return undefined
  return ({ email: typed, why = '' }) => {
    const read = v.safeParse(Email, typed ?? '')
    if (!read.success) throw new ConfigError(`--email: ${read.issues[0].message}`)
    const reason = why.trim()
    if (reason === '') throw new ConfigError('--why: Say why. The person gets this text by email.')
    return (db) => resetBrandFactor(db, { key, email: read.output, why: reason })
  }
}

/** Resets the second factor of a person of a brand. Returns a sentence with the result. */
export const resetBrandFactor = (
  db: Db,
  { key, email, why }: Record<'key' | 'email' | 'why', string>,
): Promise<string> =>
  db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: deskPeople.id })
      .from(deskPeople)
      .innerJoin(brands, eq(brands.id, deskPeople.brandId))
      .where(and(eq(brands.key, key), eq(deskPeople.email, email)))
    if (!person) throw new ConfigError(`${email} is not in the desk of a brand ${key}.`)
    if (!(await resetDeskFactors(tx, { personId: person.id, why })))
      throw new ConfigError(`${email} has no second factor.`)
    return `${email} signs in with a link alone. They are signed out, and we email them why.`
  })
