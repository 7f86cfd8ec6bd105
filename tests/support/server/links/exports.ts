import { vi, expect } from 'vitest'
import type { DataExport, DataExports } from '#contract/exports.ts'
import { DataExport as Schema } from '#contract/exports.ts'
import * as v from 'valibot'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

export const REQUEST = '/v2/my/analytics/request_user_csv/'
export const LIST = '/v2/my/data_export/'

export const listExports = async (person: Person, path = LIST) =>
  (await (await person.send('GET', path)).json()) as v.InferOutput<typeof DataExports>

export async function request(person: Person, body: object = { kind: 'links' }) {
  const response = await person.send('POST', REQUEST, body)
  const { result } = (await response.json()) as { result?: { id: string; status: string } }
  if (response.status !== 202 || !result) throw new Error(`not queued: ${response.status}`)
  return result
}

/** Waits until the export is ready. The jobs of the server must run. */
export async function waitForExport(person: Person, id: string): Promise<DataExport> {
  return vi.waitFor(
    async () => {
      const found = (await listExports(person)).results.find((one) => one.id === id)
      expect(found?.status).not.toBe('queued')
      return v.parse(Schema, found)
    },
    { timeout: 15_000, interval: 50 },
  )
}

/** Creates an export and returns its file as text. */
export async function exportFile(
  server: TestServer,
  person: Person,
  body?: object,
): Promise<string> {
  const { url } = await waitForExport(person, (await request(person, body)).id)
  const response = await server.request('GET', url ?? '')
  expect(response.status).toBe(200)
  return response.text()
}
