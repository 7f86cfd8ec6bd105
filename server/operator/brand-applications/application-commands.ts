import { listApplications } from '../../partners/desk/apply/applications.ts'
import { createMediaStore } from '../../people/media/media.ts'
import { ConfigError, type Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { loadSecrets } from '../../platform/secrets/secrets.ts'
import { createStorage } from '../../platform/storage/storage.ts'
import { EntryErrors } from '../console/content/entries.ts'
import { readNumbers } from '../csv-file.ts'
import { formatMinute, printable } from '../printable.ts'
import { requireSentence } from '../sentences.ts'
import { admitApplication, declineApplication, proposedBrand, requireOpen } from './decide.ts'

export const APPLICATIONS_USAGE = `
  npm run operator -- applications
  npm run operator -- brand-admit <application> <key of the new brand> [--rate <percent> --share <percent>]
  npm run operator -- brand-decline <application> --why <text>`

type Options = { why?: string | undefined; rate?: string | undefined; share?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>
const MAX_LISTED = 100

/** Handles `applications`, `brand-admit` and `brand-decline`. */
export function applicationCommand([verb, ...words]: string[]):
  | ((options: Options) => Work)
  | undefined {
  if (verb === 'applications' && words.length === 0) return () => listOpen
  if (verb === 'brand-admit') return (options) => admit(words, options)
  if (verb === 'brand-decline') return (options) => decline(words, options)
  return undefined
}

async function listOpen(db: Db): Promise<string> {
  const rows = await listApplications(db, MAX_LISTED)
  const open = rows.filter(({ decision }) => decision === null)
  if (open.length === 0) return 'No applications are waiting.'
  return open
    .map(({ id, brandName, website, contactName, email, sells, offer, confirmedAt }) =>
      [
        `${id}  ${brandName}  ${website}  ${contactName} <${email}>  ${confirmedAt ? formatMinute(confirmedAt) : ''}`,
        `  sells: ${sells}`,
        `  offers: ${offer}`,
      ]
        .map(printable)
        .join('\n'),
    )
    .join('\n')
}

function admit(
  [number = '', key = '', ...rest]: string[],
  { rate = '', share = '' }: Options,
): Work {
  const [id = 0] = readNumbers([number], 'application')
  if (key === '' || rest.length > 0) throw new ConfigError('Name the key of the new brand.')
  return async (db, config) => {
    const media = createMediaStore(createStorage(config))
    const secrets = loadSecrets(config.dataDir, process.env)
    try {
      await db.transaction(async (tx) => {
        const texts = {
          ...proposedBrand(await requireOpen(tx, id)),
          key,
          rate,
          creator_share: share,
        }
        await admitApplication(tx, { media, secrets, config }, { id, texts })
      })
    } catch (error) {
      if (!(error instanceof EntryErrors)) throw error
      throw new ConfigError(Object.values(error.errors).flat().join(' '))
    }
    return `The brand ${key} was created. Its contact gets an invitation to the desk by email.`
  }
}

function decline([number = '', ...rest]: string[], { why }: Options): Work {
  const [id = 0] = readNumbers([number], 'application')
  if (rest.length > 0) throw new ConfigError('Decline one application at a time.')
  const reason = requireSentence('why', why, 500)
  return async (db) => {
    await db.transaction((tx) => declineApplication(tx, id, reason))
    return `Application ${id} is declined, and its contact is told why.`
  }
}
