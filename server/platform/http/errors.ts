import type { FieldErrors } from '#contract/common.ts'
import type { Conflict } from '#contract/conflicts.ts'

/** Request that breaks a rule, keyed by form field. Becomes a 400. */
export class FieldError extends Error {
  readonly errors: FieldErrors

  constructor(field: string, message: string) {
    super(message)
    this.errors = { [field]: [message] }
  }
}

/** Edit whose fields were changed by another one since. Becomes a 409 with the current values. */
export class ConflictError extends Error {
  constructor(readonly conflict: Conflict) {
    super('This was changed on another device in the meantime.')
  }
}

/**
 * Request without a valid API key (401) or without the permission (403). `challenge` is the
 * WWW-Authenticate header (RFC 6750, section 3).
 */
export class AccessError extends Error {
  constructor(
    readonly status: 401 | 403,
    message: string,
    readonly challenge = 'Bearer',
  ) {
    super(message)
  }
}

/** Request that first needs a second factor in the same session. Becomes a 428. */
export class ProofRequiredError extends Error {
  constructor() {
    super('This needs a code or a passkey. Reload the app if it does not ask for one.')
  }
}

/** Request over a rate limit. `seconds` is the time to wait. Becomes a 429. */
export class ThrottledError extends Error {
  constructor(readonly seconds: number) {
    super('Too many attempts, try again later.')
  }
}

/** Request that this machine is too busy to serve. Becomes a 503. */
export class BusyError extends Error {}
