import { isServerSurface } from '#contract/surfaces.ts'
import { partsOf } from './linkify.ts'

/** Shows a message with its line breaks, and addresses in it as links. */
export function MessageText({ text }: { text: string }) {
  let at = 0
  return partsOf(text).map(({ text: words, href }) => {
    at += words.length
    if (href === null) return <span key={at}>{words}</span>
    return (
      <a key={at} href={href} {...(isOurs(href) ? {} : ELSEWHERE)}>
        {words}
      </a>
    )
  })
}

/** Attributes that keep other websites from learning where the visitor came from. */
const ELSEWHERE = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

function isOurs(href: string): boolean {
  const { origin, pathname } = new URL(href)
  return origin === location.origin && !isServerSurface(pathname)
}
