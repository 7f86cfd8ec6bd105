import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { CacheFirst } from 'workbox-strategies'
import { endpointRoot } from '#http/endpoint.ts'
import { IMAGE_CACHE } from '#mirror/store/caches.ts'

/** What a browser may lose without anyone noticing (offline 6): pictures of ours are small. */
const MAX_IMAGES = 60
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

const expiration = new ExpirationPlugin({
  maxEntries: MAX_IMAGES,
  maxAgeSeconds: MAX_AGE_SECONDS,
  // The rows matter more than their pictures (offline 7).
  purgeOnQuotaError: true,
})

/** Never a redirect, an error page or an answer that cannot be looked into (offline 32). */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isPicture(response) ? response : null),
}

/** Stored pictures, and cropped or resized ones of the same. */
const PICTURES = /^\/(media|cdn-cgi\/image)\//

/** Where the server's own addresses begin: this host, or that of an API elsewhere. */
const API = endpointRoot() || location.origin

/** A picture of another host can be looked into, and so be kept, when it is asked for by CORS. */
const readable: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.mode === 'no-cors' && new URL(request.url).origin !== location.origin
      ? new Request(request.url, {
          credentials: 'omit',
          headers: { Accept: request.headers.get('Accept') ?? '*/*' },
          signal: request.signal,
        })
      : request,
}

const isPicture = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  (response.headers.get('Content-Type') ?? '').startsWith('image/')

/** Uploaded and extracted pictures are served by us under names that never change. */
registerRoute(
  ({ request, url: { href } }) =>
    href.startsWith(API) && PICTURES.test(href.slice(API.length)) && request.mode !== 'navigate',
  new CacheFirst({
    cacheName: IMAGE_CACHE,
    plugins: [readable, onlyPictures, expiration as WorkboxPlugin],
  }),
)

/** The pictures and the list of their addresses. */
export const forgetImages = () => expiration.deleteCacheAndMetadata()
