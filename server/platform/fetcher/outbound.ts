import { VERSIONS } from '#contract/app-constants.ts'
import { botName as productBot } from '#contract/text/product-name.ts'
import type { Config } from '../config/config.ts'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { addressCheck } from './foreign-url.ts'

/** Creates the guarded fetcher with the settings of this installation. */
export const outboundFetcher = (config: Config): Fetcher =>
  createFetcher({
    isAllowed: addressCheck(config),
    userAgent: `Mozilla/5.0 (compatible; ${botName(config)})`,
  })

/** Returns the name of this server in requests to other servers. */
export const botName = ({ appOrigin }: Pick<Config, 'appOrigin'>): string =>
  `${productBot()}/${VERSIONS.production}; +${appOrigin}`
