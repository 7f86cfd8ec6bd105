/** Path to which the provider sends users back. */
export const USER_CALLBACK = '/multi-connect/oidc/callback'
