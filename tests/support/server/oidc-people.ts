import { OIDC_CLIENT, type ProviderPerson, type TestProvider } from './hosts/oidc-provider.ts'
import { newEmail } from './people.ts'
import type { Overrides } from './test-app.ts'
import type { OidcSettings } from '../../../server/platform/config/config-oidc.ts'

export const USER_CALLBACK = 'http://localhost:8080/multi-connect/oidc/callback'

/** Returns the settings of a server that uses this provider. */
export const oidcSettings = (
  { issuer }: Pick<TestProvider, 'issuer'>,
  changes: Partial<OidcSettings> = {},
): Pick<Overrides, 'oidc'> => ({
  oidc: {
    issuer,
    clientId: OIDC_CLIENT.id,
    clientSecret: OIDC_CLIENT.secret,
    name: 'Example Inc',
    adminClaim: null,
    replacesPasswords: false,
    ...changes,
  },
})

/** Adds a person to the provider and returns their login name there. */
export function newProviderPerson(
  { people }: Pick<TestProvider, 'people'>,
  facts: ProviderPerson & { email?: string } = {},
): { login: string; email: string } {
  const email = facts.email ?? newEmail()
  const login = email.split('@')[0] ?? ''
  people.set(login, { email, email_verified: true, ...facts })
  return { login, email }
}
