import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { TermsResult, type Terms } from '#contract/terms.ts'
import { parseAnswer, http } from '#http/client.ts'

const PATH = `${V2}/terms/`

/** Returns the operator's terms and whether the user has accepted them; null if there are none. */
export const getTerms = async (options: Options = {}): Promise<Terms | null> =>
  (await parseAnswer(http.get(PATH, options), TermsResult, options)).result

export const acceptTerms = async (version: string, options: Options = {}): Promise<Terms | null> =>
  (await parseAnswer(http.post(PATH, { json: { version }, ...options }), TermsResult, options))
    .result
