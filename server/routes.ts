import type { Hono } from 'hono'
import { IMAGE_ROOT } from '#contract/images.ts'
import { V1, V2 } from '#contract/product.ts'
import type { AppEnv } from './env.ts'
import { activity } from './routes/activity.ts'
import { collections } from './routes/collections.ts'
import { dataExports, exportFiles, exportRequests } from './routes/exports.ts'
import { devices } from './routes/devices.ts'
import { health } from './routes/health.ts'
import { inspection } from './routes/inspection.tsx'
import { imageProxy, images } from './routes/images.ts'
import { imports } from './routes/imports.ts'
import { linkHealth, linksV1, linksV2 } from './routes/links.ts'
import { login } from './routes/login.tsx'
import { media } from './routes/media.ts'
import { profile } from './routes/profile.ts'
import { sentry } from './routes/sentry.ts'
import { session } from './routes/session.ts'
import { settings } from './routes/settings.ts'
import { tags } from './routes/tags.ts'
import { uploads } from './routes/uploads.ts'
import { settingsV2, usersV1 } from './routes/users.ts'

/** Every path that the server answers itself, by noun. */
export function mountRoutes(app: Hono<AppEnv>): void {
  app.route('/healthz', health)
  app.route('/media', media)
  app.route(IMAGE_ROOT, images)
  app.route('/multi-connect', login)
  app.route('/s', inspection)
  app.route('/sentry', sentry)
  app.route(V1, session)
  app.route(V1, settings)
  app.route(`${V1}/activity`, activity)
  for (const base of [V1, '', '/device']) app.route(`${base}/wp`, devices)
  app.route(`${V1}/uploader`, uploads)
  app.route(`${V1}/image-proxy`, imageProxy)
  app.route(`${V1}/users/me`, usersV1)
  app.route(`${V1}/users/me/links`, linksV1)
  app.route(`${V2}/analytics/request_user_csv`, exportRequests)
  for (const place of ['', '/analytics']) app.route(`${V2}${place}/data_export`, dataExports)
  app.route('/exports', exportFiles)
  // Before the links, where `import` would be an id.
  app.route(`${V2}/links/import`, imports)
  app.route(`${V2}/links`, linkHealth)
  app.route(`${V2}/links`, linksV2)
  app.route(`${V2}/collections`, collections)
  app.route(`${V2}/analytics/tags`, tags(`${V2}/analytics/tags/`))
  app.route(`${V2}/profile/public`, profile)
  app.route(`${V2}/settings`, settingsV2)
}
