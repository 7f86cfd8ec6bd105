import type { GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { AbuseReport } from '../../../../server/operator/reports/abuse-reports.ts'
import {
  ANY_KEY,
  fieldsOf,
  validatedRoutes,
  type SchemaField,
  type Schema,
} from '#support/server/processes/validated-routes.ts'

/** Schema types without a size limit of their own. */
const ENDLESS = new Set(['string', 'array', 'custom', 'record', 'map', 'set', 'any', 'unknown'])

/**
 * Fields that are checked elsewhere and accept a number, null or four numbers (D-25), and the state
 * that an edit was based on, which is compared and not stored, and the links of a bulk call, which
 * are validated one by one. The body itself is limited to 256 KB
 * and a dozen levels.
 */
const LOOKED_AT_ELSEWHERE = new Set([
  'custom_image_upload_id',
  'custom_image_params',
  'thumbnail_params',
  `base.${ANY_KEY}`,
  'links.0',
])

const endless = (schema: Schema) =>
  fieldsOf(schema)
    .filter(({ schema: { type }, max }) => ENDLESS.has(type) && max === Infinity)
    .map(({ at }: SchemaField) => at.join('.'))
    .filter((place) => !LOOKED_AT_ELSEWHERE.has(place))

test('every text and list of a request has a limit', () => {
  const routes = validatedRoutes()
  expect(routes.length).toBeGreaterThan(30)
  for (const { method, path, part, schema } of routes) {
    const expected = { route: `${method} ${path} ${part}`, endless: [] }
    expect({ route: `${method} ${path} ${part}`, endless: endless(schema) }).toEqual(expected)
  }
})

test('every text of a form has a limit', () => {
  const form: GenericSchema = AbuseReport
  expect(endless(form as Schema)).toEqual([])
})
