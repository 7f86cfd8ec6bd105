import type { Options } from 'ky'
import * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import {
  ReceiptDetails,
  Statement,
  StatementYear,
  type ReceiptDetailsEdit,
} from '#contract/money/statements.ts'
import { parseAnswer, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const STATEMENTS = `${V1}/bank/statements/`
const DETAILS = `${V1}/bank/receipt_details/`

const YearsAnswer = v.object({ results: rowsOf(StatementYear) })

/** Returns the calendar years with transactions, latest first. */
export const listStatementYears = async (options: Options = {}): Promise<StatementYear[]> =>
  (await parseAnswer(http.get(STATEMENTS, options), YearsAnswer, options)).results

/** Returns the statement of one year. */
export const getStatement = (year: number, options: Options = {}): Promise<Statement> =>
  parseAnswer(http.get(`${STATEMENTS}${year}/`, options), Statement, options)

/** Returns the details that are printed on receipts. */
export const getReceiptDetails = (options: Options = {}): Promise<ReceiptDetails> =>
  parseAnswer(http.get(DETAILS, options), ReceiptDetails, options)

/** Replaces all details. The server deletes empty ones. */
export const putReceiptDetails = (
  json: ReceiptDetailsEdit,
  options: Options = {},
): Promise<ReceiptDetails> =>
  parseAnswer(http.put(DETAILS, { json, ...options }), ReceiptDetails, options)
