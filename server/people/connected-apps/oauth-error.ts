/** Refusal in the form of OAuth. `code` is one of its error codes (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export const invalidGrant = (message: string) => new OAuthError('invalid_grant', message)
