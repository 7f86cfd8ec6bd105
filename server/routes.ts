import type { Hono } from 'hono'
import { V1, V2 } from '#contract/product.ts'
import type { AppEnv } from './env.ts'
import { health } from './routes/health.ts'
import { linksV1, linksV2 } from './routes/links.ts'
import { media } from './routes/media.ts'

/** Every path that the server answers itself, by noun. */
export function mountRoutes(app: Hono<AppEnv>): void {
  app.route('/healthz', health)
  app.route('/media', media)
  app.route(`${V1}/users/me/links`, linksV1)
  app.route(`${V2}/links`, linksV2)
}
