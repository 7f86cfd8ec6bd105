import type { Child } from 'hono/jsx'
import type { Desk } from '../desk/desk-session.tsx'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Shows one numbered step of the set-up. */
export const Step = ({ id, title, children }: { id?: string; title: string; children: Child }) => (
  <li id={id}>
    <h2>{title}</h2>
    {children}
  </li>
)

/** Shows a text to copy. One click selects all of it. */
export const Copy = ({ label, text }: { label: string; text: string }) => (
  <p class="copy">
    <span>{label}</span>
    <code>{text}</code>
  </p>
)

/** Shows the script tag of the shop with the brand's own values. */
export const ScriptTag = ({ desk }: { desk: Desk }) => {
  const { clickParam, windowDays } = desk.brand
  const source = `${desk.books.connectors.origin}/t.js`
  return (
    <>
      <Copy
        label="Script"
        text={`<script async src="${source}" data-param="${clickParam}" data-days="${windowDays}"></script>`}
      />
      <p>
        It keeps the click id for {windowDays} days in the storage of your shop and sends nothing to
        us. To wait for consent, add <code>data-consent</code> to the tag and call{' '}
        <code>splitConsent()</code> after the customer agreed.
      </p>
    </>
  )
}

/**
 * Shows a link that loads the page again. Its address is new each time, because browsers only scroll
 * if nothing but the part behind `#` differs.
 */
export const CheckAgain = ({ path, now }: { path: string; now: number }) => (
  <a class="btn primary" href={`${path}?checked=${now}#arrived`}>
    Check again
  </a>
)

/** Returns the address of the shop with a click id, as customers of a Split link arrive. */
export function testLink({ website, clickParam }: Desk['brand'], clickId: string): string {
  const url = new URL(canParseUrl(website) ? website : 'https://your-shop.example/')
  url.searchParams.set(clickParam, clickId)
  return url.href
}
