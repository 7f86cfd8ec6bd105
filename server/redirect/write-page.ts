import { createHash } from 'node:crypto'
import { LINK_PASSWORD_MAX_LENGTH } from '#contract/limits.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { escapeHtml } from '../platform/html/escape.ts'
import { colorPair, hasLogo, logoCss } from '../platform/product/product.ts'
import type { Page, WrittenPage } from './pages.ts'

/**
 * Returns a function that renders pages and caches the result. Styles are inline, so that a page
 * works when everything else fails. Colours are those of src/ui/styles/tokens.css; the font is loaded from
 * the app's host.
 */
export function pageWriter(appOrigin: string): (page: Page) => WrittenPage {
  const style = styleFor(appOrigin)
  const policy = policyFor(appOrigin, style, "'none'")
  const formPolicy = policyFor(appOrigin, style, "'self' http: https:")
  const written = new WeakMap<Page, WrittenPage>()
  return (page) => {
    const rendered =
      written.get(page) ?? write(page, appOrigin, style, page.form ? formPolicy : policy)
    written.set(page, rendered)
    return rendered
  }
}

/** Colours that the operator can replace, as variables of one theme. */
const productColors = (theme: 0 | 1) =>
  (
    [
      ['action', ['#0b3b2a', '#d3f4e0']],
      ['on-action', ['#fff', '#06251a']],
      ['brand-a', ['#ff79ad', '#ff8fbb']],
      ['brand-b', ['#0b3b2a', '#f1fbf5']],
    ] as const
  )
    .map(([name, pair]) => `--${name}:${colorPair(name, pair)[theme]}`)
    .join(';')

const styleFor = (appOrigin: string) => `
@font-face{font-family:"Instrument Sans Variable";src:url(${appOrigin}/fonts/split-instrument-sans.woff2) format("woff2");
font-weight:400 700;font-stretch:85% 100%;font-display:swap}
:root{color-scheme:light dark;--bg:#fff;--text:#0f1712;--text-2:#525e57;${productColors(0)};--line:#808b84;--danger:#b92a1b}
@media(prefers-color-scheme:dark){:root{--bg:#0d1210;--text:#ecf2ee;--text-2:#a6b3ab;${productColors(1)};--line:#6a7770;--danger:#ff9486}}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-content:center;padding:2rem 1rem;box-sizing:border-box;
background:var(--bg);color:var(--text);font:420 1rem/1.5 "Instrument Sans Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:min(25rem,100vw - 2rem)}
h1{margin:1.5rem 0 .5rem;font-size:1.625rem;font-weight:650;line-height:2rem;letter-spacing:-.02em;text-wrap:balance}
p{margin:0;color:var(--text-2);text-wrap:pretty}
a{display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;min-height:3rem;margin-top:1.5rem;padding:.25rem 1.25rem;
border-radius:99px;background:var(--action);color:var(--on-action);font-weight:600;text-decoration:none}
a:focus-visible,button:focus-visible{outline:2px solid var(--text);outline-offset:2px}
main.exit{text-align:center}
main.exit a+a{min-height:2.75rem;margin-top:.25rem;background:none;color:var(--text);text-decoration:underline}
main.exit a{overflow-wrap:anywhere}
main.exit a+p{margin-top:1rem;font-size:.8125rem;overflow-wrap:anywhere}
body:has(form){align-content:start;padding-top:6.5rem}
.brand{display:flex;align-items:center;gap:.75rem;margin:0 0 1.75rem;color:var(--text);font-size:1.25rem;font-weight:650;letter-spacing:-.02em}
form{display:grid;margin-top:1.5rem}
label{margin-bottom:.375rem;font-size:.875rem;font-weight:600}
input{box-sizing:border-box;width:100%;min-height:3rem;padding:.25rem 1rem;border:1px solid var(--line);border-radius:14px;background:var(--bg);color:var(--text);font:inherit}
input:focus{outline:2px solid var(--action);outline-offset:-1px}
input[aria-invalid]{border-color:var(--danger)}
.error{margin-top:.375rem;color:var(--danger);font-size:.875rem;font-weight:550}
button{min-height:3rem;margin-top:1rem;padding:.25rem 1.25rem;border:0;border-radius:99px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;cursor:pointer}
.a{fill:var(--brand-a)}.b{fill:var(--brand-b)}
${logoCss(appOrigin)}`

const mark = (size: number) =>
  `<svg data-mark viewBox="1 1 62 62" width="${size}" height="${size}" aria-hidden="true"><path class="a" d="M37.85 2.62A22 22 0 0 0 27.21 45.32Z"/><path class="b" d="M36.79 18.68A22 22 0 0 1 26.15 61.38Z"/></svg>`

/** `formAction`: targets of forms. Chromium also applies it to the redirect that answers a form. */
function policyFor(appOrigin: string, style: string, formAction: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `font-src ${appOrigin}`,
    ...(hasLogo ? [`img-src ${appOrigin}`] : []),
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

function write(page: Page, appOrigin: string, style: string, policy: string): WrittenPage {
  const { status, headers, title, text, form, exit } = page
  if (title === undefined) return { status, headers, body: Buffer.alloc(0) }
  const body = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · ${APP_NAME}</title>
<style>${style}</style>
</head>
<body>
<main${exit ? ' class="exit"' : ''}>
${form ? `<p class="brand">${mark(32)}${APP_NAME}</p>` : mark(exit ? 48 : 64)}
<h1>${title}</h1>
<p>${text}</p>
${contentOf(page, appOrigin)}
</main>
</body>
</html>
`)
  return { status, body, headers: [...headersFor(body, policy), ...headers] }
}

function contentOf({ form, exit }: Page, appOrigin: string): string {
  if (form) return passwordForm(form)
  return exit ? exitLinks(exit) : `<a href="${appOrigin}/">Go to ${APP_NAME}</a>`
}

/** Returns the link that opens the browser, if there is one, and the link to the target. */
const exitLinks = ({ open, here, host }: NonNullable<Page['exit']>) =>
  `${open === undefined ? '' : `<a href="${escapeHtml(open)}">Open in browser</a>\n`}<a href="${escapeHtml(here)}">Continue here</a>
<p>${escapeHtml(host)}</p>`

/** Returns a form that is sent to the address of its page, which keeps the query. */
const passwordForm = ({ error }: NonNullable<Page['form']>) => `<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="${LINK_PASSWORD_MAX_LENGTH}" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus${error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"'}>
${error === undefined ? '' : `<p class="error" id="error">${error}</p>\n`}<button>Open</button>
</form>`

const headersFor = (body: Buffer, policy: string) => [
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
  policy,
]
