import type { Context } from 'hono'
import { createContext, useContext } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SAMPLE_DATA_NOTICE } from '#contract/facts.ts'
import type { AppEnv } from '../../env.ts'
import { legalLinks, type LegalLink } from './legal-links.ts'
import { renderHtml, type Html } from './text-of.ts'

type About = { links: LegalLink[]; isSample: boolean }

const AboutSite = createContext<About>({ links: [], isSample: false })

/** Renders a page and provides its footer with the links of this site. */
export async function answerPage(
  c: Context<AppEnv>,
  page: Html,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  const { config, sitePages } = c.var.deps
  const about = { links: legalLinks(sitePages.legal()), isSample: config.sampleData }
  const html = <AboutSite.Provider value={about}>{page}</AboutSite.Provider>
  return c.html(await renderHtml(html), status)
}

export function Footer() {
  const { links, isSample } = useContext(AboutSite)
  return (
    <footer class="foot">
      {isSample && <p>{SAMPLE_DATA_NOTICE}</p>}
      <nav aria-label="About this site">
        {links.map(({ href, title }) => (
          <a key={href} href={href}>
            {title}
          </a>
        ))}
      </nav>
    </footer>
  )
}
