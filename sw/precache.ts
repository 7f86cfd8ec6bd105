import {
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isServerSurface } from '#contract/surfaces.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const SHELL = 'index.html'

cleanupOutdatedCaches()
// oxlint-disable-next-line no-underscore-dangle -- the name that the build fills in
precache(self.__WB_MANIFEST)

/**
 * Serves the cached shell for each page of the app, whatever its query. Asking the network first
 * took 3 s on a dead connection. Pages of the server are never answered here.
 */
registerRoute(
  ({ request, url, sameOrigin }) =>
    request.mode === 'navigate' && sameOrigin && !isServerSurface(url.pathname),
  createHandlerBoundToURL(SHELL),
)

// Must come after the route above, which has to win for `/`.
addRoute()
