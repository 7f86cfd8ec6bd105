/*
 * Preloading of the app's files. The build lists them in the page (vite.plugins.ts), but the
 * browser loads them only after one of these functions is called.
 */

/** Loads all files that every start needs, in parallel. */
export const preloadStartFiles = () => preloadLinks('first-wave')

/**
 * Loads the code that stores answers, which the first rows need on a device without a local copy.
 * With a local copy it is loaded after the rows.
 */
export const preloadStorageCode = () => preloadLinks('first-start')

function preloadLinks(rel: string) {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`))
    link.rel = link.as === 'style' ? 'preload' : 'modulepreload'
}
