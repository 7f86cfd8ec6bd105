import { PUBLIC_CALLS, type PublicCall } from '#contract/developers/public-api.ts'
import { fieldsOf, type Field } from './fields.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { inputsOf, type Route } from './openapi.ts'

/** Public call with the fields of its query string and of its body. */
export type DescribedCall = { call: PublicCall; query?: Field[]; json?: Field[] }

/** Returns all public calls with their fields, in the order of the table. */
export const describeCalls = (routes: Route[]): DescribedCall[] =>
  PUBLIC_CALLS.map((call) => {
    const { json, query } = inputsOf(call, routes)
    return {
      call,
      ...(query && { query: fieldsOf(jsonSchemaOf(query)) }),
      ...(json && { json: fieldsOf(jsonSchemaOf(json)) }),
    }
  })
