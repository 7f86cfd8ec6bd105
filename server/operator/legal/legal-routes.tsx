import { Hono, type Context } from 'hono'
import { V1 } from '#contract/app-constants.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import {
  LEGAL_KEYS,
  legalLinks,
  type LegalKey,
  type LegalPage,
} from '../../platform/html/legal-links.ts'
import { accessibilityText } from './accessibility.ts'
import { parseLegalPage } from '../../platform/config/legal-files.ts'
import { LegalScreen, NoLegalScreen } from './legal-page.tsx'
import { privacyDraft } from './privacy-draft.ts'

/** Routes of the operator's pages about this site, mounted at the root. */
export const legal = new Hono<AppEnv>()
for (const key of LEGAL_KEYS) legal.get(`/${key}`, (c) => show(c, pageOf(c, key)))
legal.get('/about/:key', (c) => show(c, c.var.deps.sitePages.others().get(c.req.param('key'))))
legal.get('/accessibility', (c) =>
  show(c, parseLegalPage('accessibility', accessibilityText(c.var.deps.config))),
)

/** Lists the existing pages. */
legal.get(`${V1}/static_page/definitions`, (c) => {
  const { config, sitePages } = c.var.deps
  const others = [...sitePages.others()].map(([key, { title }]) => ({
    slug: key,
    href: `/about/${key}`,
    title,
  }))
  const fixed = legalLinks(sitePages.legal()).map((link) => ({ slug: link.href.slice(1), ...link }))
  const results = [...fixed, ...others].map(({ slug, title, href }) => ({
    slug,
    title,
    url: config.appOrigin + href,
  }))
  return c.json({ results })
})

function pageOf(c: Context<AppEnv>, key: LegalKey): LegalPage | undefined {
  const { config, sitePages } = c.var.deps
  const draft = key === 'privacy' ? parseLegalPage(key, privacyDraft(config)) : undefined
  return sitePages.legal()[key] ?? draft
}

function show(c: Context<AppEnv>, page: LegalPage | undefined): Response | Promise<Response> {
  c.header('Cache-Control', 'no-cache')
  c.header('Content-Security-Policy', POLICY)
  if (page) return answerPage(c, <LegalScreen page={page} />)
  return answerPage(c, <NoLegalScreen operator={c.var.deps.config.supportEmail} />, 404)
}

/** Policy without scripts, forms and content of other sites. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
