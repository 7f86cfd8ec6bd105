/*
 * The build names the files of a start in the page (vite.plugins.ts), and nothing asks for them before
 * one of these does. Each is asked for once.
 */

/** What every start needs: all files at once, however far away they are. */
export const fetchFirstWave = () => ask('first-wave')

/**
 * On a device without a copy the first rows need the code that reads and keeps answers as well. Where
 * there is a copy it comes after the rows.
 */
export const fetchKeeper = () => ask('first-start')

function ask(rel: string) {
  for (const named of document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`))
    named.rel = named.as === 'style' ? 'preload' : 'modulepreload'
}
