import { inArray } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { QrPngQuery, QrQuery, QrSheetQuery } from '#contract/qr/options.ts'
import type { UserEnv } from '../../env.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import { links } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { limitSearches } from '../../platform/http/limit-searches.ts'
import { query } from '../../platform/http/validate.ts'
import { ownLinks, readLink, selectLinks, type FullLink } from '../link-rows.ts'
import { shortUrl } from '../link-domains.ts'
import { pagePdf, sheetPdf } from './qr-pdf.ts'
import { createQrCodes, pngOf, svgOf, type QrCode } from './qr-code.ts'

type QrContext = Context<UserEnv>

/**
 * Routes of /v2/my/links for QR codes. They have the limit of searches, because each code is drawn
 * and decoded.
 */
export const qrCodes = new Hono<UserEnv>()
  // Each route has its own `signedIn`. A shared one would check the session twice for every link
  // route.
  .get('/qr-sheet.pdf', signedIn, query(QrSheetQuery), limitSearches, async (c) => {
    const { uuids, ...look } = c.req.valid('query')
    const found = await linksInOrder(c, uuids)
    const addresses = found.map((row) => addressOf(c, row))
    const codes = await createQrCodes(c.var.deps, c.var.user.id, addresses, look)
    const labelled = codes.map((code, n) => ({
      code,
      name: found[n]?.link.name ?? '',
      address: (addresses[n] ?? '').replace(/^https?:\/\//, ''),
    }))
    return file(c, await sheetPdf(labelled), { type: 'application/pdf', name: 'qr-codes.pdf' })
  })

  .get('/:uuid/qr.svg', signedIn, query(QrQuery), limitSearches, async (c) => {
    const { code, name } = await codeOf(c, c.req.valid('query'))
    return file(c, Buffer.from(svgOf(code)), { type: 'image/svg+xml', name: `${name}.svg` })
  })

  .get('/:uuid/qr.png', signedIn, query(QrPngQuery), limitSearches, async (c) => {
    const { size, ...look } = c.req.valid('query')
    const { code, name } = await codeOf(c, look)
    return file(c, await pngOf(code, size), { type: 'image/png', name: `${name}.png` })
  })

  .get('/:uuid/qr.pdf', signedIn, query(QrQuery), limitSearches, async (c) => {
    const { code, name } = await codeOf(c, c.req.valid('query'))
    return file(c, await pagePdf(code, name), { type: 'application/pdf', name: `${name}.pdf` })
  })

async function codeOf(c: QrContext, look: QrQuery): Promise<{ code: QrCode; name: string }> {
  const { deps, user } = c.var
  const row = await readLink(deps.db, user.id, c.req.param('uuid') ?? '')
  const [code] = await createQrCodes(deps, user.id, [addressOf(c, row)], look)
  if (!code) throw new Error('no code was created')
  return { code, name: `qr-${row.link.shortCode}` }
}

/** Returns the user's links in the order of the ids. Other ids are ignored. */
async function linksInOrder(c: QrContext, uuids: string[]): Promise<FullLink[]> {
  const { deps, user } = c.var
  const rows = await selectLinks(deps.db).where(ownLinks(user.id, inArray(links.id, uuids)))
  const byId = new Map(rows.map((row) => [row.link.id, row]))
  const found = [...new Set(uuids.map((id) => id.toLowerCase()))].flatMap(
    (id) => byId.get(id) ?? [],
  )
  if (found.length === 0) throw new FieldError('uuids', 'Select at least one link.')
  return found
}

const addressOf = (c: QrContext, { link, domain, domainIsActive }: FullLink) =>
  shortUrl(
    { id: link.domainId, domain, isActive: domainIsActive },
    link.shortCode,
    c.var.deps.config,
  )

function file(c: QrContext, bytes: Buffer, { type, name }: { type: string; name: string }) {
  c.header('Cache-Control', 'private, no-store')
  c.header('Content-Type', type)
  c.header('Content-Disposition', `inline; filename="${name}"`)
  c.header('X-Content-Type-Options', 'nosniff')
  // Opened directly, an SVG may not load or run anything.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  return c.body(new Uint8Array(bytes))
}
