/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Web or email address. Punctuation at the end of a sentence is not part of it. */
const ADDRESS =
  /https?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}…]|[a-z0-9._%+-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?\.[a-z]{2,24}(?![a-z0-9-])/gi

/** Shows plain text with clickable addresses. */
export function LinkedText({ text }: { text: string }) {
  const parts: Child[] = []
  let end = 0
  for (const found of text.matchAll(ADDRESS)) {
    const [written] = found
    const href = hrefOf(written)
    if (href === null) continue
    parts.push(
      text.slice(end, found.index),
      <a key={found.index} href={href} rel="nofollow ugc noopener">
        {written}
      </a>,
    )
    end = found.index + written.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

function hrefOf(written: string): string | null {
  if (!/^https?:/i.test(written)) return `mailto:${written}`
  return webAddress(written)
}

/** Returns the URL for use in `href`; null unless it is http or https. */
export function webAddress(text: string): string | null {
  if (!canParseUrl(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}
