import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { ASSET_PATH, script, style } from './assets.ts'
import { Footer } from './foot.tsx'
import { Mark, Wordmark } from './marks.tsx'
import { Picture } from './picture.tsx'

type Props = { title: string; children: Child }
type ReadingProps = Props & { sheet?: string | undefined; wide?: boolean }

/** Shows a page of the sign-in host. Works without scripts. */
export const Page = ({ title, children }: Props) => (
  <Document title={title} script>
    <div class="page">
      <Top />
      <div class="hero">
        <Mark size={128} />
      </div>
      <main class="main">{children}</main>
      <Footer />
      <Panel />
    </div>
  </Document>
)

/** Shows the start page: a short description, the form and below it a picture of the product. */
export const StartPage = ({ title, children }: Props) => (
  <Document title={title} script>
    <div class="page first">
      <Top />
      <main class="main">{children}</main>
      <div class="gain">
        <Picture />
      </div>
      <Footer />
      <aside class="panel" aria-label={`About ${APP_NAME}`}>
        <Picture />
        <p>Paste a link. Share it short. See every click.</p>
      </aside>
    </div>
  </Document>
)

/** Shows a text page for visitors. It has no script. `sheet` is the path of its own style sheet. */
export const ReadingPage = ({ title, sheet, wide, children }: ReadingProps) => (
  <Document title={title} sheet={sheet}>
    <div class={wide ? 'page reading wide' : 'page reading'}>
      <Top />
      <main class="main">{children}</main>
      <Footer />
    </div>
  </Document>
)

const Top = () => (
  <header class="top">
    <a href="/" aria-label={`${APP_NAME} home`}>
      <Wordmark />
    </a>
  </header>
)

type DocumentProps = Props & { script?: boolean; sheet?: string | undefined }

const Document = ({ title, script: scripted, sheet, children }: DocumentProps) => (
  <>
    {raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FFFFFF" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0D1210" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${APP_NAME}`}</title>
        <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
        <link
          rel="preload"
          href="/fonts/split-instrument-sans.woff2"
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href={`${ASSET_PATH}/${style.name}`} />
        {sheet && <link rel="stylesheet" href={sheet} />}
        {scripted && <script type="module" src={`${ASSET_PATH}/${script.name}`} />}
      </head>
      <body>{children}</body>
    </html>
  </>
)

/** Shows the panel beside the form on wide screens. */
const Panel = () => (
  <aside class="panel" aria-label={`About ${APP_NAME}`}>
    <Mark size={264} />
    <p>Paste a link. Share it short. See every click.</p>
  </aside>
)
