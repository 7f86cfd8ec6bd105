import type { ConnectedType } from '#contract/connected-accounts.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ProviderApp } from '../../platform/config/config-providers.ts'
import type { ProviderDeps } from './ask-provider.ts'
import type { CodeGrant } from './exchange-code.ts'

/** What a person's consent has opened. */
export type Granted = {
  /** What the provider calls the account, for good. */
  providerId: string
  name: string
  url: string | null
  pictureUrl: string | null
  /** Null where nothing is read later. */
  token: string | null
  expiresAt: Date | null
}

export type Provider = {
  type: ConnectedType
  title: string
  app: (config: Config) => ProviderApp | null
  connect: (deps: ProviderDeps, app: ProviderApp, grant: CodeGrant) => Promise<Granted>
  /** Takes back what was granted, where the provider has a way. */
  revoke?: (
    deps: ProviderDeps,
    app: ProviderApp,
    providerId: string,
    signal: AbortSignal,
  ) => Promise<void>
}
