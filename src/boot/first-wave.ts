/*
 * Preloading of the app's files. The build lists them in the page (vite.plugins.ts), but the
 * browser loads them only after one of these functions is called.
 */

/** Loads all files that every start needs, in parallel. */
export const fetchFirstWave = () => ask('first-wave')

/**
 * Loads the code that stores answers, which the first rows need on a device without a local copy.
 * With a local copy it is loaded after the rows.
 */
export const fetchKeeper = () => ask('first-start')

function ask(rel: string) {
  for (const named of document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`))
    named.rel = named.as === 'style' ? 'preload' : 'modulepreload'
}
