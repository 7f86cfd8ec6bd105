import type { Db } from '../platform/db/client.ts'
import { findLink } from '../links/link-names.ts'
import { addressHistory, type AddressEntry } from '../links/link-addresses.ts'
import { formatMinute, printable } from './printable.ts'

const MAX_CHANGES = 100

/** Returns the address history of a link with who changed it, or null if there is no such link. */
export async function listAddresses(db: Db, name: string): Promise<string | null> {
  const link = await findLink(db, name)
  if (!link) return null
  const changes = await addressHistory(db, link.id, MAX_CHANGES)
  const now = `${name} leads to ${link.url}`
  if (changes.length === 0) return printable(`${now}, as it always did.`)
  const more =
    changes.length === MAX_CHANGES ? `\n\nThe newest ${MAX_CHANGES}; there may be more.` : ''
  return `${printable(now)}\n\n${changes.map(formatChange).join('\n\n')}${more}`
}

function formatChange({ changedAt, userId, email, fromUrl, toUrl }: AddressEntry): string {
  const who = userId === null ? 'corrected by the server' : `by ${email ?? userId}`
  return [`${formatMinute(changedAt)}  ${who}`, `from ${fromUrl}`, `to   ${toUrl}`]
    .map(printable)
    .join('\n  ')
}
