/**
 * On a device without a copy the first rows need the code that reads and keeps answers: the build names
 * its file in the page. Where there is a copy it comes after the rows.
 */
export function fetchKeeper(): void {
  const named = document.querySelector<HTMLLinkElement>('link[rel="first-start"]')
  if (named) named.rel = 'modulepreload'
}
