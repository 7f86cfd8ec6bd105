import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'

type Props = {
  title: string
  /** Links and scripts at the end of the head. */
  head: Child
  children: Child
}

/** Renders the document of a page that the server builds. Search engines do not list it. */
export const Document = ({ title, head, children }: Props) => (
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
        {head}
      </head>
      <body>{children}</body>
    </html>
  </>
)
