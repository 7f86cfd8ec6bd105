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
 * A page of ours is the shell from the cache at once, whatever its query. Asking the network first
 * cost 3 s on a dead one (offline 24). Pages of the server are never answered here.
 */
registerRoute(
  ({ request, url, sameOrigin }) =>
    request.mode === 'navigate' && sameOrigin && !isServerSurface(url.pathname),
  createHandlerBoundToURL(SHELL),
)

// After the rule above, which must win for `/`.
addRoute()
