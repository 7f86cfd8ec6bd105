import { eq } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import {
  decideApplication,
  lockApplication,
  type DeskApplication,
} from '../../partners/desk/apply/applications.ts'
import { addOwner } from '../../partners/desk/people/people.ts'
import { ConfigError } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/client.ts'
import { brands, deskPeople } from '../../platform/db/schema.ts'
import { currentActor } from '../../platform/http/actor.ts'
import { applyEntry } from '../console/content/entries.ts'
import { CONTENT_KINDS, type ContentKind } from '../content/kinds.ts'
import { readEntries } from '../content/read-entries.ts'
import { formatMinute } from '../printable.ts'

type Parts = Pick<Deps, 'media' | 'secrets' | 'config'>

/** Values of the new brand as texts of a form, with its key. */
export type BrandTexts = Record<string, string>

/** Kind of brands, with the fields that are asked for when one is admitted. */
export const ADMITTED_KIND: ContentKind = admittedKind()

function admittedKind(): ContentKind {
  const kind = CONTENT_KINDS['brands']
  if (!kind) throw new Error('no brands')
  const names = ['name', 'text', 'website', 'stores', 'rate', 'creator_share']
  return { ...kind, fields: kind.fields.filter(({ name }) => names.includes(name)) }
}

/** Returns the values of a brand that an application proposes. */
export const proposedBrand = ({ brandName, website, sells }: DeskApplication): BrandTexts => ({
  key: keyOf(brandName),
  name: brandName,
  text: sells,
  website,
  stores: new URL(website).hostname.replace(/^www\./, ''),
})

const keyOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)

/**
 * Creates the brand, or only checks its values.
 *
 * @throws ConfigError if the key is taken; EntryErrors with messages by field.
 */
export async function createBrand(tx: Tx, parts: Parts, texts: BrandTexts, isDry: boolean) {
  const key = texts['key'] ?? ''
  const stored = await readEntries(tx, ADMITTED_KIND)
  if (stored.some((one) => one.key === key))
    throw new ConfigError(`There is already a brand ${key}.`)
  return applyEntry({ ...parts, db: tx }, { kind: ADMITTED_KIND, key, texts, stored }, isDry)
}

/**
 * Creates the brand of an application, makes its contact an owner of the desk and queues the
 * invitation.
 *
 * @throws ConfigError, EntryErrors
 */
export async function admitApplication(
  tx: Tx,
  parts: Parts,
  { id, texts }: { id: number; texts: BrandTexts },
): Promise<void> {
  const { email, contactName } = await requireOpen(tx, id)
  await createBrand(tx, parts, texts, false)
  const brandKey = texts['key'] ?? ''
  const [brand] = await tx.select().from(brands).where(eq(brands.key, brandKey))
  if (!brand) throw new Error('no brand')
  const person = await addOwner(tx, brand.id, email)
  await tx.update(deskPeople).set({ name: contactName }).where(eq(deskPeople.id, person.id))
  await decideApplication(tx, id, { decision: 'admitted', by: currentActor().name, brandKey })
}

/**
 * Declines an application and queues the email with the reason.
 *
 * @throws ConfigError
 */
export async function declineApplication(tx: Tx, id: number, why: string): Promise<void> {
  await requireOpen(tx, id)
  await decideApplication(tx, id, { decision: 'declined', by: currentActor().name, why })
}

/** Locks an open application. Whoever comes second learns what was decided. */
export async function requireOpen(tx: Tx, id: number): Promise<DeskApplication> {
  const application = await lockApplication(tx, id)
  if (!application) throw new ConfigError('This application does not exist any more.')
  if (application.decision !== null) throw new ConfigError(decidedText(application))
  return application
}

/** Says who decided about an application, when and why. */
export function decidedText(application: DeskApplication): string {
  const { decision, decidedBy, decidedAt, decidedWhy, brandKey } = application
  const when = decidedAt === null ? '' : ` on ${formatMinute(decidedAt)}`
  const how = decision === 'admitted' ? ` as the brand ${brandKey}.` : `: ${decidedWhy}`
  return `${decidedBy} ${decision} this application${when}${how}`
}
