import type { ShortLink } from '#contract/links/short-link.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'
import { sendImport, waitForImport } from './imports.ts'
import { visit } from './short-links.ts'

/** Imports a file whose codes without a known host belong to a domain. */
export async function importTo(person: Person, id: number | undefined, file: string) {
  const query = `?dry_run=false${id === undefined ? '' : `&link_domain_id=${id}`}`
  const response = await sendImport(person, file, query)
  if (response.status !== 202) throw new Error(`not imported: ${await response.text()}`)
  const { result } = (await response.json()) as { result: { id: string } }
  return waitForImport(person, result.id)
}

/** Returns where an address of a custom domain leads, or the status without a redirect. */
export async function locationOn(server: TestServer, host: string, path: string) {
  const { status, location } = await visit(server, path, { host })
  return location ?? status
}

export const byCode = (links: ShortLink[]) => new Map(links.map((link) => [link.short_code, link]))
