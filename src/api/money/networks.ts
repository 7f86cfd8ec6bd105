import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import {
  Networks,
  NetworkRows,
  OneNetworkRow,
  OneNetworkSettings,
  ReportAnswer,
  type NetworkRow,
  type NetworkSettings,
  type NetworkSettingsEdit,
  type ReportColumns,
  type ReportResult,
} from '#contract/money/networks.ts'
import { http, parseAnswer, quiet } from '#http/client.ts'
import { sendForm } from '#http/send-form.ts'

const NETWORKS = `${V2}/networks/`
const SETTINGS = `${NETWORKS}settings/`

export const getNetworks = (options: Options = {}): Promise<Networks> =>
  parseAnswer(http.get(NETWORKS, options), Networks, options)

export const getNetworkSettings = async (options: Options = {}): Promise<NetworkSettings> =>
  (await parseAnswer(http.get(SETTINGS, options), OneNetworkSettings, options)).result

export const editNetworkSettings = async (
  json: NetworkSettingsEdit,
  options: Options = {},
): Promise<NetworkSettings> =>
  (await parseAnswer(http.patch(SETTINGS, { ...options, json }), OneNetworkSettings, options))
    .result

/** Returns rows without a link, newest first. */
export async function listUnmatchedRows(page: number, options: Options = {}) {
  const searchParams = { unmatched: true, page }
  const call = http.get(`${NETWORKS}rows/`, { ...options, searchParams })
  const { results, next } = await parseAnswer(call, NetworkRows, options)
  return { items: results, next: next === null ? null : page + 1 }
}

export const assignRow = async (
  id: number,
  link_uuid: string,
  options: Options = {},
): Promise<NetworkRow> =>
  (
    await parseAnswer(
      http.patch(`${NETWORKS}rows/${id}/`, { ...options, json: { link_uuid } }),
      OneNetworkRow,
      options,
    )
  ).result

/** Choices of the user on how to read a report. */
export type ReportChoices = { network?: string; columns?: ReportColumns }

type Sending = { dryRun: boolean; onProgress: (sent: number) => void; signal: AbortSignal }

/** Sends a report. A dry run stores nothing. */
export async function sendReport(
  file: File,
  { network, columns }: ReportChoices,
  { dryRun, onProgress, signal }: Sending,
): Promise<ReportResult> {
  const form = new FormData()
  if (network !== undefined) form.append('network', network)
  if (columns) form.append('columns', JSON.stringify(columns))
  // A browser stores a download with the time at which the network made it.
  form.append('exported_at', new Date(file.lastModified).toISOString())
  form.append('file', file, file.name)
  const searchParams = { dry_run: dryRun, name: file.name }
  const progress = { timeout: false, fetch: sendForm(form, onProgress) } as const
  const call = http.post(`${NETWORKS}reports/`, { ...quiet, signal, searchParams, ...progress })
  return (await parseAnswer(call, ReportAnswer, quiet)).result
}
