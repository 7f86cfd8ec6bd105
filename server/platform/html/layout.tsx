import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { ASSET_PATH, script, style, type Asset } from './assets.ts'
import { Document } from './document.tsx'
import { Footer } from './foot.tsx'
import { Mark, Wordmark } from './marks.tsx'
import { Picture } from './picture.tsx'

type Props = { title: string; children: Child }
type ReadingProps = DocumentProps & { wide?: boolean }

/** Shows a page of the sign-in host. Works without scripts. */
export const Page = ({ title, children }: Props) => (
  <StyledDocument title={title} script={script}>
    <div class="page">
      <Top />
      <div class="hero">
        <Mark size={128} />
      </div>
      <main class="main">{children}</main>
      <Footer />
      <Panel />
    </div>
  </StyledDocument>
)

/** Shows the start page: a short description, the form and below it a picture of the product. */
export const StartPage = ({ title, children }: Props) => (
  <StyledDocument title={title} script={script}>
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
  </StyledDocument>
)

/**
 * Shows a text page for visitors, without a script unless one is given. `sheet` is the path of its
 * own style sheet.
 */
export const ReadingPage = ({ wide, children, ...document }: ReadingProps) => (
  <StyledDocument {...document}>
    <div class={wide ? 'page reading wide' : 'page reading'}>
      <Top />
      <main class="main">{children}</main>
      <Footer />
    </div>
  </StyledDocument>
)

/** Shows the heading of a page, with a sentence below it. */
export const Heading = ({ title, children }: { title: string; children?: Child }) => (
  <div class="heading">
    <h1>{title}</h1>
    {children !== undefined && <p>{children}</p>}
  </div>
)

const Top = () => (
  <header class="top">
    <a href="/" aria-label={`${APP_NAME} home`}>
      <Wordmark />
    </a>
  </header>
)

type DocumentProps = Props & { script?: Asset | undefined; sheet?: string | undefined }

const StyledDocument = ({ title, script: own, sheet, children }: DocumentProps) => (
  <Document
    title={title}
    head={
      <>
        <link
          rel="preload"
          href="/fonts/split-instrument-sans.woff2"
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href={`${ASSET_PATH}/${style.name}`} />
        {sheet && <link rel="stylesheet" href={sheet} />}
        {own && <script type="module" src={`${ASSET_PATH}/${own.name}`} />}
      </>
    }
  >
    {children}
  </Document>
)

/** Shows the panel beside the form on wide screens. */
const Panel = () => (
  <aside class="panel" aria-label={`About ${APP_NAME}`}>
    <Mark size={264} />
    <p>Paste a link. Share it short. See every click.</p>
  </aside>
)
