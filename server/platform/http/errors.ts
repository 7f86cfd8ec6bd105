import type { FieldErrors } from '#contract/common.ts'
import type { Conflict } from '#contract/conflicts.ts'

/** A rule the request broke, keyed by the form field that broke it. Becomes a 400. */
export class FieldError extends Error {
  readonly errors: FieldErrors

  constructor(field: string, message: string) {
    super(message)
    this.errors = { [field]: [message] }
  }
}

/** Somebody changed the same fields meanwhile. Becomes a 409 with what stands there now. */
export class ConflictError extends Error {
  constructor(readonly conflict: Conflict) {
    super('This was changed elsewhere meanwhile.')
  }
}

/** Too many tries; `seconds` until the next one is worth making. Becomes a 429 (api.md section 0). */
export class ThrottledError extends Error {
  constructor(readonly seconds: number) {
    super('Too many attempts, try again later.')
  }
}

/** Nothing is wrong with the request; this machine has too much else to do. Becomes a 503. */
export class BusyError extends Error {}
