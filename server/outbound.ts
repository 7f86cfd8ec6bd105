import { APP_NAME, VERSIONS } from '#contract/product.ts'
import { isPublicAddress } from './address-guard.ts'
import type { Config } from './config.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'

/** The guarded fetcher as this installation uses it. */
export const outboundFetcher = ({ allowPrivateFetch, appOrigin }: Config): Fetcher =>
  createFetcher({
    isAllowed: allowPrivateFetch ? () => true : isPublicAddress,
    userAgent: `Mozilla/5.0 (compatible; ${APP_NAME}Bot/${VERSIONS.production}; +${appOrigin})`,
  })
