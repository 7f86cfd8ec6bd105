import type { Context } from 'hono'
import { createContext, useContext } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../env.ts'
import { legalLinks, type LegalLink } from './legal-links.ts'

const Links = createContext<LegalLink[]>([])

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Answers with a page, whose foot leads to what the operator says about this site. */
export const answerPage = (c: Context<AppEnv>, page: Html, status: ContentfulStatusCode = 200) =>
  c.html(
    <Links.Provider value={legalLinks(c.var.deps.config.legal)}>{page}</Links.Provider>,
    status,
  )

export const Foot = () => (
  <footer class="foot">
    <nav aria-label="About this site">
      {useContext(Links).map(({ href, title }) => (
        <a key={href} href={href}>
          {title}
        </a>
      ))}
    </nav>
  </footer>
)
