import type { ConnectedType } from '#contract/people/connected-accounts.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ProviderApp } from '../../platform/config/config-providers.ts'
import type { ProviderDeps } from './ask-provider.ts'
import type { CodeGrant } from './exchange-code.ts'

/** Account and access that the user granted. */
export type GrantedAccount = {
  /** Permanent id of the account at the provider. */
  providerId: string
  name: string
  url: string | null
  pictureUrl: string | null
  /** Null if nothing is read after the connection. */
  token: string | null
  expiresAt: Date | null
}

export type Provider = {
  type: ConnectedType
  title: string
  app: (config: Config) => ProviderApp | null
  connect: (deps: ProviderDeps, app: ProviderApp, grant: CodeGrant) => Promise<GrantedAccount>
  /** Revokes the grant, if the provider supports it. */
  revoke?: (
    deps: ProviderDeps,
    app: ProviderApp,
    providerId: string,
    signal: AbortSignal,
  ) => Promise<void>
}
