import { and, eq, inArray } from 'drizzle-orm'
import { linkByCode } from '../links/coded-links.ts'
import { decodedPath, nextKeys, partsOfKey, readName } from '../links/link-key.ts'
import { linkName } from '../links/link-names.ts'
import { bareHost } from '../links/short-host.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { linkDomains } from '../platform/db/schema.ts'
import { keyIn, keyOnDomain, mainHostsOf } from '../redirect/short-url.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

type Hosts = Pick<Config, 'appOrigin' | 'shortLinkHost'>
type Place = { domainId: number; code: string }

/** Function that returns the name of a link that an operator typed or copied. */
type NameOfLink = (db: DbOrTx, config: Hosts) => Promise<string>

/** Beginning of a URL: a scheme, or a host with a dot or a port and a slash. */
const SCHEME = /^https?:\/\//i
const HOST = /^(?:[^/\s]+\.[^/\s]+|[^/\s]+:\d+)\//

/** Returns the URL in a text, also without `https://`; undefined if the text is no URL. */
function urlIn(text: string): URL | undefined {
  const address = HOST.test(text) && !SCHEME.test(text) ? `https://${text}` : text
  return SCHEME.test(address) && canParseUrl(address) ? new URL(address) : undefined
}

/** Returns whether a text is a URL on another host than those of this installation. */
export function isOnOtherHost(text: string, { appOrigin, shortLinkHost }: Hosts): boolean {
  const url = urlIn(text.trim())
  return url !== undefined && !mainHostsOf(appOrigin, shortLinkHost).has(url.host)
}

/**
 * Parses a link that an operator typed: its name (`lamp` or `lamp~12`), or a URL of it on the main
 * host or on a creator's domain. A `+` at the end opens the preview of the same link.
 *
 * @throws ConfigError if it is neither. The returned function throws it if a URL is on another host.
 */
export function parseTypedLink(typed: string): NameOfLink {
  const text = typed.trim()
  const url = urlIn(text)
  if (!url) {
    const place = readName(decodedPath(nameInPath(text.replace(/[?#].*$/s, ''))))
    if (!place) throw notACode(typed)
    return async () => toName(place)
  }
  return async (db, config) => {
    if (isOnOtherHost(text, config)) return nameOnDomain(db, url, { typed, config })
    const name = nameInPath(url.pathname)
    const place = readName(decodedPath(name)) ?? placeOf(keyIn(`/s/${name}`, '', null) ?? '')
    if (!place) throw notACode(typed)
    return toName(place)
  }
}

/** Returns the name of a link that an operator typed; undefined if the text is not a link. */
export async function findTypedName(
  db: DbOrTx,
  config: Hosts,
  typed: string,
): Promise<string | undefined> {
  try {
    return await parseTypedLink(typed)(db, config)
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

const notACode = (typed: string) => new ConfigError(`${typed} is not a short code.`)

/** Returns a path without the slash and plus sign at its end and without `/s/` at its beginning. */
const nameInPath = (path: string) => withoutEnd(path).replace(/^\/?(?:s\/)?/, '')
const withoutEnd = (path: string) => path.replace(/\/$/, '').replace(/(?:\+|%2b)$/i, '')

function placeOf(key: string): Place | undefined {
  return key === '' ? undefined : partsOfKey(key)
}

const toName = ({ domainId, code }: Place) => linkName({ domainId, shortCode: code })

type TypedUrl = { typed: string; config: Hosts }

/**
 * Returns the name of the link to which a URL on a creator's domain leads. If there is none, it is
 * the name that the complete path has, which a deleted link can have had.
 */
async function nameOnDomain(db: DbOrTx, url: URL, { typed, config }: TypedUrl): Promise<string> {
  const domain = await findDomain(db, bareHost(url))
  if (!domain) throw onUnknownHost(typed, config)
  const key = keyOnDomain(withoutEnd(url.pathname), domain)
  const first = placeOf(key)
  if (!first) throw notACode(typed)
  for (const one of [key, ...nextKeys(key)]) {
    const { isExact, ...place } = partsOfKey(one)
    // oxlint-disable-next-line no-await-in-loop -- nearly always the first one
    const link = await linkByCode(db, `${place.code}~${place.domainId}`)
    // Such a key has lost its case, so it must not lead to a link with an exact code.
    if (link && (isExact || !link.exactCode)) return toName(place)
  }
  return toName(first)
}

/** Returns the domain that holds this name. Users who only requested it do not hold it. */
async function findDomain(db: DbOrTx, name: string) {
  const [row] = await db
    .select({ domainId: linkDomains.id, hasExactCodes: linkDomains.hasExactCodes })
    .from(linkDomains)
    .where(
      and(
        eq(linkDomains.domain, name),
        inArray(linkDomains.status, ['verified', 'suspended', 'gone']),
      ),
    )
  return row
}

const onUnknownHost = (typed: string, { shortLinkHost }: Hosts) =>
  new ConfigError(
    `${typed} is not on a host of this site. Use the short code, or a URL below ${shortLinkHost} or on a creator’s own domain.`,
  )
