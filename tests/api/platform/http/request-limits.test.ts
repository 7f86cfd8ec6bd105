import type { GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { AbuseReport } from '../../../../server/operator/reports/abuse-reports.ts'
import {
  ANY_KEY,
  fieldsOf,
  validatedRoutes,
  type SchemaField,
  type Schema,
} from '#support/server/processes/taken.ts'

/** What may hold as much as its sender likes, unless something else is said of it. */
const ENDLESS = new Set(['string', 'array', 'custom', 'record', 'map', 'set', 'any', 'unknown'])

/**
 * Read by rules of their own, which take a number, null or four numbers (D-25); and what an edit saw,
 * which is compared and never kept. A body is no deeper than a dozen levels and no larger than 256 KB.
 */
const LOOKED_AT_ELSEWHERE = new Set([
  'custom_image_upload_id',
  'custom_image_params',
  'thumbnail_params',
  `base.${ANY_KEY}`,
])

const endless = (schema: Schema) =>
  fieldsOf(schema)
    .filter(({ schema: { type }, max }) => ENDLESS.has(type) && max === Infinity)
    .map(({ at }: SchemaField) => at.join('.'))
    .filter((place) => !LOOKED_AT_ELSEWHERE.has(place))

test('no text and no list that a request may hold is without a limit', () => {
  const routes = validatedRoutes()
  expect(routes.length).toBeGreaterThan(30)
  for (const { method, path, part, schema } of routes) {
    expect({ route: `${method} ${path} ${part}`, endless: endless(schema) }).toEqual({
      route: `${method} ${path} ${part}`,
      endless: [],
    })
  }
})

test('nor is one of a form', () => {
  const form: GenericSchema = AbuseReport
  expect(endless(form as Schema)).toEqual([])
})
