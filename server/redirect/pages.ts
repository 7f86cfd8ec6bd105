import { createHash } from 'node:crypto'
import { APP_NAME } from '#contract/product.ts'
import { headersFor } from './location.ts'

/** What the pages below look like: no script, no font, no picture from elsewhere. */
const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--text:#0f1712;--quiet:#525e57;--pink:#ff79ad;--deep:#0b3b2a}
@media(prefers-color-scheme:dark){:root{--bg:#0d1210;--text:#ecf2ee;--quiet:#a6b3ab;--pink:#ff8fbb;--deep:#f1fbf5}}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-content:center;justify-items:center;text-align:center;
padding:2rem;box-sizing:border-box;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{margin:1.5rem 0 .5rem;font-size:1.625rem;line-height:2rem;letter-spacing:-.02em}
p{margin:0;max-width:26rem;color:var(--quiet);text-wrap:balance}
.a{fill:var(--pink)}.b{fill:var(--deep)}
`

const MARK =
  '<svg viewBox="1 1 62 62" width="64" height="64" aria-hidden="true"><path class="a" d="M37.85 2.62A22 22 0 0 0 27.21 45.32Z"/><path class="b" d="M36.79 18.68A22 22 0 0 1 26.15 61.38Z"/></svg>'

const styleHash = createHash('sha256').update(STYLE).digest('base64')

export type Page = { status: number; body: Buffer; headers: string[] }

function page(status: number, title: string, text: string, headers: string[] = []): Page {
  const body = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · ${APP_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${MARK}
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`)
  return {
    status,
    body,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'private, no-store',
      'X-Robots-Tag',
      'noindex',
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      'no-referrer',
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ...headers,
    ],
  }
}

/** A redirect of which nothing is counted; to nowhere, when no header can carry its URL. */
export function leadingTo(url: string): Page | null {
  const headers = headersFor(url)
  return headers && { status: 302, headers, body: Buffer.alloc(0) }
}

export const NOT_FOUND = page(
  404,
  'This link leads nowhere',
  'Check the address for a typing mistake, or ask the person who shared it.',
)

export const ENDED = page(
  410,
  'This link has ended',
  'Whoever shared it set a day on which it ends, and that has come.',
)

export const BLOCKED = page(
  410,
  'This link was blocked',
  'The operator of this site stopped it, so it leads nowhere.',
)

export const WRONG_METHOD = page(405, 'Open this link in a browser', 'It can only be visited.', [
  'Allow',
  'GET, HEAD',
])

export const TRY_AGAIN = page(
  503,
  'One moment',
  'This link cannot be opened right now. Try again in a few seconds.',
  ['Retry-After', '5'],
)
