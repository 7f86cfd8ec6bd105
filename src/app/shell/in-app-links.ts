import { isServerSurface } from '#contract/surfaces.ts'

type Callbacks = { open: (href: string) => void; preload: (pathname: string) => void }

/**
 * Follows every plain link to a screen of the app without a page load, and preloads the screen when
 * the link is hovered, touched or focused. Returns a function that stops it.
 */
export function followLinks({ open, preload }: Callbacks): () => void {
  const stop = new AbortController()
  const { signal } = stop

  function onClick(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = inAppLink(event)
    if (!link) return
    event.preventDefault()
    if (link.href === location.href) scrollTo({ top: 0 })
    else open(link.pathname + link.search + link.hash)
  }

  function onApproach(event: Event) {
    const link = inAppLink(event)
    if (link && link.pathname !== location.pathname) preload(link.pathname)
  }

  document.addEventListener('click', onClick, { signal })
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, onApproach, { signal, passive: true })
  return () => stop.abort()
}

function inAppLink({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || isServerSurface(link.pathname)) return null
  const opensElsewhere =
    (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')
  return opensElsewhere ? null : link
}
