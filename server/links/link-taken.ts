import { isUniqueViolation } from '../platform/db/unique.ts'
import { FieldError } from '../platform/http/errors.ts'
import { codeTakenError, isCodeTaken } from './short-codes.ts'

/** Returns the field's error if another link has its value, otherwise the error itself. */
export function explainTaken(error: unknown): unknown {
  if (isCodeTaken(error)) return codeTakenError()
  if (isExternalIdTaken(error))
    return new FieldError('external_id', 'Another of your links has this id.')
  return error
}

/** Returns whether the unique index rejected an external id. */
export const isExternalIdTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'links_external')
