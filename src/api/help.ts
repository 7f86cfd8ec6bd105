import type { Options } from 'ky'
import * as v from 'valibot'
import { V1, V2 } from '#contract/app-constants.ts'
import { Faq, FAQ_APP, StaticPage } from '#contract/help.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from './list-answers.ts'

const FaqAnswer = v.object({ results: rowsOf(Faq) })
const PagesAnswer = v.object({ results: rowsOf(StaticPage) })

/** Returns all questions in the order set by the operator. */
export const getFaq = async (options: Options = {}): Promise<Faq[]> => {
  const call = http.get(`${V2}/public/faq/`, { searchParams: { app: FAQ_APP }, ...options })
  return (await parseAnswer(call, FaqAnswer, options)).results
}

/** Returns the pages of the operator about this site. */
export const getStaticPages = async (options: Options = {}): Promise<StaticPage[]> =>
  (await parseAnswer(http.get(`${V1}/static_page/definitions`, options), PagesAnswer, options))
    .results
