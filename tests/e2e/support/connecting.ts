import {
  FB_APP,
  IG_APP,
  startProviderSite,
  type ProviderSite,
} from '#support/server/hosts/provider-site.ts'
import { perWorker, runServer, SERVER_FIXTURE } from './per-worker.ts'
import { test as base } from './test.ts'

/**
 * Extends `test` with a fake provider on its own port and a server that connects accounts to it.
 */
export const test = base.extend<object, { provider: ProviderSite }>({
  provider: perWorker(startProviderSite),
  server: [
    async ({ provider }, provide) =>
      runServer(
        {
          INSTAGRAM_APP_ID: IG_APP.id,
          INSTAGRAM_APP_SECRET: IG_APP.secret,
          INSTAGRAM_AUTHORIZE_HOST: provider.origin,
          INSTAGRAM_TOKEN_HOST: provider.origin,
          INSTAGRAM_API_HOST: provider.origin,
          FACEBOOK_APP_ID: FB_APP.id,
          FACEBOOK_APP_SECRET: FB_APP.secret,
          FACEBOOK_AUTHORIZE_HOST: provider.origin,
          FACEBOOK_API_HOST: provider.origin,
        },
        provide,
      ),
    SERVER_FIXTURE,
  ],
})

export { expect } from '@playwright/test'
