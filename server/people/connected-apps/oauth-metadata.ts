import { APP_NAME } from '#contract/app-constants.ts'
import { APP_SCOPES } from '#contract/developers/connected-apps.ts'
import type { Config } from '../../platform/config/config.ts'

type Origin = Pick<Config, 'appOrigin'>

/** Returns the description of the authorization server (RFC 8414). */
export const serverMetadata = ({ appOrigin }: Origin) => ({
  issuer: appOrigin,
  authorization_endpoint: `${appOrigin}/connect-app`,
  token_endpoint: `${appOrigin}/oauth/token`,
  registration_endpoint: `${appOrigin}/oauth/register`,
  revocation_endpoint: `${appOrigin}/oauth/revoke`,
  scopes_supported: APP_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${appOrigin}/developers`,
})

/** Returns the description of a protected resource (RFC 9728). */
export const resourceMetadata = ({ appOrigin }: Origin, resource: string) => ({
  resource,
  resource_name: APP_NAME,
  authorization_servers: [appOrigin],
  scopes_supported: APP_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${appOrigin}/developers`,
})
