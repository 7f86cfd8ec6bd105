import { APP_SCOPES } from '#contract/developers/connected-apps.ts'
import { PUBLIC_ANSWERS } from '#contract/developers/answers.ts'
import { PUBLIC_CALLS, type PublicCall } from '#contract/developers/public-api.ts'
import type { Scope } from '#contract/developers/scopes.ts'
import { jsonSchemaOf, type JsonSchema } from '../api-keys/reference/json-schema.ts'
import {
  inputsOf,
  PARAMETER_SCHEMAS,
  splitCall,
  type Route,
} from '../api-keys/reference/openapi.ts'

/** Tool of an assistant: one public call with its input and output as JSON Schema. */
export type Tool = {
  call: PublicCall
  method: string
  /** Path with parameters such as `{uuid}`. */
  path: string
  /** Names of the fields that belong to the path, the query string and the body. */
  fields: { path: string[]; query: string[]; body: string[] }
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  isWrite: boolean
}
type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema> }

/** Arguments of our own, which are not sent to the call. */
export const OWN_ARGUMENTS = ['dry_run', 'approval_id'] as const

/**
 * Returns whether a call needs the user's approval: it deletes something, or shows something on the
 * public page.
 */
export function needsApproval({ call, method }: Tool, input: Record<string, unknown>): boolean {
  if (method === 'DELETE') return true
  if (call.name === 'updatePage') return input['is_published'] === true
  // A new section is visible unless the call says otherwise.
  if (call.name === 'createSection') return input['is_visible'] !== false
  return call.name === 'updateSection' && input['is_visible'] === true
}

const NOT_FOR_ASSISTANTS = /\/(uploader|action_ext|qr\.|qr-sheet|restore)\b/

const MAY_NEED_APPROVAL = new Set(['updatePage', 'createSection', 'updateSection'])

/**
 * Returns the tools for all public calls. Assistants exchange no files, webhooks are left out, and
 * reports of the browser extension are no work for an assistant. A restore is left to people.
 */
export const createTools = (routes: Route[]): Tool[] =>
  PUBLIC_CALLS.filter(
    ({ scope, call }) => APP_SCOPES.includes(scope) && !NOT_FOR_ASSISTANTS.test(call),
  ).map((call) => createTool(call, routes))

/** Returns the tools that a caller with these permissions can use. */
export const toolsFor = (tools: Tool[], scopes: readonly Scope[]): Tool[] =>
  tools.filter(({ call }) => scopes.includes(call.scope))

function createTool(call: PublicCall, routes: Route[]): Tool {
  const { method, path } = splitCall(call)
  const inputs = inputsOf(call, routes)
  const body = inputs.json ? jsonSchemaOf(inputs.json) : {}
  const query = inputs.query ? jsonSchemaOf(inputs.query) : {}
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  // The values on which an edit is based are for forms that are open for a long time.
  const inBody = namesOf(body).filter((name) => name !== 'base' && !inPath.includes(name))
  const inQuery = namesOf(query).filter((name) => !inBody.includes(name))
  const isWrite = method !== 'GET' && call.scope.endsWith(':write')
  const mayNeedApproval = method === 'DELETE' || MAY_NEED_APPROVAL.has(call.name)
  return {
    call,
    method,
    path,
    fields: { path: inPath, query: inQuery, body: inBody },
    inputSchema: {
      type: 'object',
      properties: {
        ...pick(PARAMETER_SCHEMAS, inPath),
        ...pick(query.properties ?? {}, inQuery),
        ...pick(body.properties ?? {}, inBody),
        ...(isWrite && { dry_run: DRY_RUN }),
        ...(mayNeedApproval && { approval_id: APPROVAL_ID }),
      },
      required: [
        ...inPath,
        ...(query.required ?? []),
        ...(body.required ?? []).filter((name) => inBody.includes(name)),
      ],
      additionalProperties: false,
    },
    outputSchema: outputOf(call),
    isWrite,
  }
}

const namesOf = ({ properties = {} }: JsonSchema) => Object.keys(properties)

const pick = (schemas: Record<string, JsonSchema>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}]))

const DRY_RUN: JsonSchema = {
  type: 'boolean',
  description: 'Check the call and return what it would do, without changing anything',
}
const APPROVAL_ID: JsonSchema = {
  type: 'string',
  description: 'Id of an approval that the user has given for exactly these arguments',
}

function outputOf(call: PublicCall): ObjectSchema {
  const schema = PUBLIC_ANSWERS[call.name]?.schema
  return {
    type: 'object',
    properties: {
      notice: { type: 'string' },
      untrusted_data: schema ? jsonSchemaOf(schema) : {},
      is_dry_run: { type: 'boolean' },
      approval: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          url: { type: 'string' },
          expires_at: { type: 'string' },
        },
        required: ['id', 'url', 'expires_at'],
      },
    },
    required: ['notice'],
  }
}
