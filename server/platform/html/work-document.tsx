import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'

type Props = { title: string; sheet: string; children: Child }

/**
 * Renders the document of a tool for brands or staff: plain HTML with links and forms, without
 * scripts. `sheet` is the path of its style sheet.
 */
export const WorkDocument = ({ title, sheet, children }: Props) => (
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
        <link rel="stylesheet" href={sheet} />
      </head>
      <body>
        <div class="work">
          <a class="skip" href="#main">
            Skip to content
          </a>
          {children}
        </div>
      </body>
    </html>
  </>
)

/** Renders the hidden field with the token of the session, which prevents CSRF. */
export const Csrf = ({ value }: { value: string }) => (
  <input type="hidden" name="csrf" value={value} />
)
