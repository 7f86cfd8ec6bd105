import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  ConnectedApp,
  Consent,
  ConsentAnswer,
  type ConsentDecision,
} from '#contract/developers/connected-apps.ts'
import { parseAnswer, parseResult, http } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const APPS = `${V2}/connected-apps`
const AppsAnswer = v.object({ results: rowsOf(ConnectedApp) })

/** Parameters of an authorization request, as they are in the address. */
export type RequestParams = ConsentDecision['request']

/** Returns the user's connected apps, newest first. */
export const listConnectedApps = async (options: Options = {}): Promise<ConnectedApp[]> =>
  (await parseAnswer(http.get(`${APPS}/`, options), AppsAnswer, options)).results

export const disconnectApp = async (id: string, options: Options = {}): Promise<void> => {
  await http.delete(`${APPS}/${id}/`, options)
}

/** Checks the request of an app and returns what the user is asked. */
export const getConsent = (json: RequestParams, options: Options = {}): Promise<Consent> =>
  parseResult(http.post(`${APPS}/request/`, { ...options, json }), Consent, options)

/** Sends the user's decision and returns the address that the browser has to open. */
export const decideConsent = async (
  json: ConsentDecision,
  options: Options = {},
): Promise<string> => {
  const call = http.post(`${APPS}/decision/`, { ...options, json })
  return (await parseResult(call, ConsentAnswer, options)).redirect_to
}
