import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { CacheFirst } from 'workbox-strategies'
import { endpointRoot } from '#http/endpoint.ts'
import { IMAGE_CACHE } from '#mirror/store/caches.ts'

/**
 * Maximum number of cached pictures. They are small and can be fetched again if the browser evicts
 * them.
 */
const MAX_IMAGES = 60
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

const expiration = new ExpirationPlugin({
  maxEntries: MAX_IMAGES,
  maxAgeSeconds: MAX_AGE_SECONDS,
  // When storage is full, pictures go first: the rows are more important.
  purgeOnQuotaError: true,
})

/** Caches no redirects, error pages or opaque responses. */
const cachesOnlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isPicture(response) ? response : null),
}

/** Paths of stored pictures and of their cropped or resized versions. */
const PICTURE_PATHS = /^\/(media|cdn-cgi\/image)\//

/** Root of the server's addresses: this origin, or the API's origin if that is elsewhere. */
const API_ROOT = endpointRoot() || location.origin

/**
 * Requests pictures of another origin with CORS, because an opaque response cannot be checked and
 * cached.
 */
const requestsWithCors: WorkboxPlugin = {
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

/** Our server never changes a picture under the same name, so the cache is used first. */
registerRoute(
  ({ request, url: { href } }) =>
    href.startsWith(API_ROOT) &&
    PICTURE_PATHS.test(href.slice(API_ROOT.length)) &&
    request.mode !== 'navigate',
  new CacheFirst({
    cacheName: IMAGE_CACHE,
    plugins: [requestsWithCors, cachesOnlyPictures, expiration as WorkboxPlugin],
  }),
)

/** Deletes the cached pictures and their expiration data. */
export const deleteImages = () => expiration.deleteCacheAndMetadata()
