import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/product.ts'
import { ASSET_PATH, script, style } from './assets.ts'
import { Mark, Wordmark } from './marks.tsx'

type Props = { title: string; children: Child }

/** A page that the server renders itself: works without a script, and before the app is loaded. */
export const Page = ({ title, children }: Props) => (
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
        <script type="module" src={`${ASSET_PATH}/${script.name}`} />
      </head>
      <body>
        <div class="page">
          <header class="top">
            <a href="/" aria-label={`${APP_NAME} home`}>
              <Wordmark />
            </a>
          </header>
          <div class="hero">
            <Mark size={128} />
          </div>
          <main class="main">{children}</main>
          <Panel />
        </div>
      </body>
    </html>
  </>
)

/** Beside the form on a wide screen. */
const Panel = () => (
  <aside class="panel" aria-label={`About ${APP_NAME}`}>
    <Mark size={264} />
    <p>Paste a link. Share it short. See every click.</p>
  </aside>
)
