import { isServerSurface } from '#contract/surfaces.ts'
import { splitText } from './linkify.ts'

/** Shows a message with its line breaks, and addresses in it as links. */
export function MessageText({ text }: { text: string }) {
  let at = 0
  return splitText(text).map(({ text: words, href }) => {
    at += words.length
    if (href === null) return <span key={at}>{words}</span>
    return (
      <a key={at} href={href} {...(isAppLink(href) ? {} : EXTERNAL_LINK_PROPS)}>
        {words}
      </a>
    )
  })
}

/** Attributes that keep other websites from learning where the visitor came from. */
const EXTERNAL_LINK_PROPS = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

function isAppLink(href: string): boolean {
  const { origin, pathname } = new URL(href)
  return origin === location.origin && !isServerSurface(pathname)
}
