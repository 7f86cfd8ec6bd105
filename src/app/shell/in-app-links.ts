import { isServerSurface } from '#contract/surfaces.ts'

type Callbacks = { open: (href: string) => void; preload: (pathname: string) => void }

/**
 * Follows every plain link to a screen of the app without a page load, and preloads the screen when
 * the link is hovered, touched or focused. Returns a function that stops it.
 */
export function followLinks({ open, preload }: Callbacks): () => void {
  const stop = new AbortController()
  const { signal } = stop

  function click(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = ourLink(event)
    if (!link) return
    event.preventDefault()
    if (link.href === location.href) scrollTo({ top: 0 })
    else open(link.pathname + link.search + link.hash)
  }

  function approach(event: Event) {
    const link = ourLink(event)
    if (link && link.pathname !== location.pathname) preload(link.pathname)
  }

  document.addEventListener('click', click, { signal })
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, approach, { signal, passive: true })
  return () => stop.abort()
}

function ourLink({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || isServerSurface(link.pathname)) return null
  const elsewhere = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')
  return elsewhere ? null : link
}
