import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import { APP_NAME, IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { ErrorBody } from '#contract/common.ts'
import { PUBLIC_ANSWERS, PUBLIC_OBJECTS } from '#contract/developers/answers.ts'
import { PUBLIC_CALLS, type PublicCall } from '#contract/developers/public-api.ts'
import { MAX_NEW_LINKS, NewLink } from '#contract/links/link-edits.ts'
import type { Config } from '../../../platform/config/config.ts'
import { validatedInputOf } from '../../../platform/http/validate.ts'
import { shapeOf } from '../public-calls.ts'
import { describeWebhooks } from './webhook-events.tsx'
import { jsonSchemaOf, namedJsonSchemas, type JsonSchema } from './json-schema.ts'

/** Version of the public API. The major number changes with a change that breaks clients. */
const API_VERSION = '1.0.0'

export type Route = { method: string; path: string; handler: object }
type Inputs = { json?: GenericSchema; query?: GenericSchema }

/**
 * Builds the description of the public API (OpenAPI 3.1). Requests are described by the schemas
 * with which the routes validate them, so that both always agree.
 */
export function openApiDocument({ appOrigin }: Pick<Config, 'appOrigin'>, routes: Route[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of PUBLIC_CALLS) {
    const { method, path } = splitCall(call)
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operation(call, inputsOf(call, routes)),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${APP_NAME} API`,
      version: API_VERSION,
      description: INTRODUCTION,
    },
    servers: [{ url: appOrigin }],
    security: [{ apiKey: [] }],
    tags: Object.entries(SUBJECTS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key from /settings/developers',
        },
      },
      schemas: { Errors: jsonSchemaOf(ErrorBody), ...namedJsonSchemas(PUBLIC_OBJECTS) },
      responses: ERROR_RESPONSES,
    },
  }
}

const INTRODUCTION = `Times are ISO 8601 in UTC, amounts are US dollars. A list has \`results\`, \`count\` and \`next\`, the address of the next page or null. An error has \`errors\`: messages by field, or in \`non_field_errors\`. Send \`${IDEMPOTENCY_HEADER}\` with a write to make it once, however often it is sent; answers are kept for seven days.`

/** Subjects of the calls, in the order of the reference. */
export const SUBJECTS: Record<string, string> = {
  links: 'Short links, their tags and pictures',
  collections: 'Collections and their links',
  page: 'Your public page, its sections and social links',
  analytics: 'Clicks and orders by time',
  earnings: 'Earnings and statements, in US dollars',
  profile: 'Your public profile',
  webhooks: 'Addresses that are told about events, and the log of deliveries',
}

/** Returns method and path of a call, such as GET and `/v2/my/links/{uuid}`. */
export function splitCall({ call }: PublicCall): { method: string; path: string } {
  const [method = '', path = ''] = call.split(' ')
  return { method, path }
}

/** Returns the subject of a call, such as `links`. */
export const subjectOf = ({ scope }: PublicCall): string => scope.split(':')[0] ?? ''

/** Returns the schemas with which the route of a call validates its input. */
export function inputsOf({ call }: PublicCall, routes: Route[]): Inputs {
  const shape = shapeOf(call)
  const own = routes.filter(({ method, path }) => shapeOf(`${method} ${path}`) === shape)
  const inputs: Inputs = {}
  for (const { handler } of own) {
    const input = validatedInputOf(handler)
    if (input) inputs[input.part] = input.schema
  }
  // The route validates each link by itself.
  if (shape.endsWith('/links/bulk')) inputs.json = LINKS_BODY
  return inputs
}

const LINKS_BODY = v.object({
  links: v.pipe(v.array(NewLink), v.minLength(1), v.maxLength(MAX_NEW_LINKS)),
})

function operation(call: PublicCall, { json, query }: Inputs) {
  const { method, path } = splitCall(call)
  const isUpload = path.includes('/uploader/')
  return {
    operationId: call.name,
    summary: call.summary,
    description: `Needs the permission \`${call.scope}\`.`,
    tags: [subjectOf(call)],
    parameters: [
      ...pathParameters(path),
      ...(query ? queryParameters(query) : []),
      ...(method === 'GET' ? [] : [IDEMPOTENCY_PARAMETER]),
    ],
    ...(json && { requestBody: body(jsonSchemaOf(json)) }),
    ...(isUpload && { requestBody: UPLOAD_BODY }),
    responses: { ...successes(call), ...ERRORS },
  }
}

function successes({ name }: PublicCall) {
  const { status, createdStatus, schema, file } = PUBLIC_ANSWERS[name] ?? { status: 200 }
  const answer = {
    description: 'Success',
    ...(schema && content(jsonSchemaOf(schema, PUBLIC_OBJECTS))),
    ...(file !== undefined && { content: { [file]: { schema: { contentMediaType: file } } } }),
  }
  return {
    [status]: answer,
    ...(createdStatus && { [createdStatus]: { ...answer, description: 'Created' } }),
  }
}

const content = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const body = (schema: JsonSchema) => ({ required: true, ...content(schema) })

const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'image/*' } },
      },
    },
  },
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  description: 'Unique text of your choice, up to 200 characters',
  schema: { type: 'string', maxLength: 200 },
}

export const PARAMETER_SCHEMAS: Record<string, JsonSchema> = {
  uuid: { type: 'string', format: 'uuid' },
  id: { type: 'integer', minimum: 1 },
  delivery: { type: 'integer', minimum: 1 },
  version: { type: 'integer', minimum: 0 },
  year: { type: 'integer', minimum: 2000 },
  external_id: { type: 'string', minLength: 1, maxLength: 200 },
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: PARAMETER_SCHEMAS[name] ?? { type: 'string' },
  }))

function queryParameters(query: GenericSchema) {
  const { properties = {}, required = [] } = jsonSchemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const refuse = (name: string) => ({ $ref: `#/components/responses/${name}` })
const ERRORS = {
  400: refuse('Invalid'),
  401: refuse('Unauthorized'),
  403: refuse('Forbidden'),
  404: refuse('NotFound'),
  429: refuse('TooMany'),
  default: refuse('Other'),
}
const errorResponse = (description: string) => ({
  description,
  ...content({ $ref: '#/components/schemas/Errors' }),
})
const ERROR_RESPONSES = {
  Invalid: errorResponse('A field is wrong or does not exist; `errors` names it'),
  Unauthorized: errorResponse('The API key is missing, wrong, expired or revoked'),
  Forbidden: errorResponse('The API key lacks the permission, which is named'),
  NotFound: errorResponse('There is no such object in your account'),
  TooMany: errorResponse('Too many calls; wait the seconds of `Retry-After`'),
  Other: errorResponse('Any other error. With a status from 500 on, send the call again later'),
}
