import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { PUBLIC_CALLS, type PublicCall } from '#contract/developers/public-api.ts'
import { openApiDocument } from '../../../server/people/api-keys/reference/openapi.ts'

// The answers do not depend on the routes, which only describe the requests.
const document = openApiDocument({ appOrigin: 'https://split.example' }, [])

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'reference')

const PARAMETERS: Record<string, string> = {
  uuid: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  id: String.raw`\d+`,
  year: String.raw`\d+`,
}

/** Public calls as patterns of method and path, those without parameters first. */
const patterns = PUBLIC_CALLS.toSorted(
  (a, b) => Number(a.call.includes('{')) - Number(b.call.includes('{')),
).map((call) => ({
  call,
  pattern: new RegExp(
    `^${call.call.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '[^/]+')}/?$`,
  ),
}))

/** Returns the public call that a request makes; undefined for any other request. */
const calledBy = (method: string, path: string): PublicCall | undefined =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`))?.call

/**
 * Compares an answer with the reference at `/openapi.json`. Answers of calls that are not public
 * are not described there and pass.
 *
 * @throws Error if the reference does not describe the answer.
 */
export async function expectDescribed(method: string, path: string, answer: Response) {
  const call = calledBy(method, path)
  if (!call) return
  const errors = await errorsOf(call, answer.clone())
  if (errors) throw new Error(`${call.name} answered ${answer.status}, not as described: ${errors}`)
}

async function errorsOf({ call }: PublicCall, answer: Response): Promise<string | undefined> {
  const [method = '', path = ''] = call.split(' ')
  const { responses } = operationAt(path, method)
  const status = answer.status in responses || answer.ok ? answer.status : 'default'
  const described = responses[status]
  if (!described) return `the status is not described`
  const file = fileTypeOf(described)
  if (file !== undefined)
    return file === answer.headers.get('Content-Type') ? undefined : `another file than ${file}`
  const text = await answer.text()
  if (!described.content && !described.$ref) return text && `a body: ${text}`
  const place = `#/paths/${escape(path)}/${method.toLowerCase()}/responses/${status}`
  const validate = validatorAt(described.$ref ?? place)
  return validate(JSON.parse(text)) ? undefined : `${ajv.errorsText(validate.errors)} in ${text}`
}

/** Returns the content type of an answer that is a file; undefined for JSON and empty answers. */
const fileTypeOf = ({ content = {} }: Described) =>
  Object.keys(content).find((type) => type !== 'application/json')

type Described = { $ref?: string; content?: object }
type Operation = { responses: Record<string, Described> }

function operationAt(path: string, method: string): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the reference lacks ${method} ${path}`)
  return operation as Operation
}

function validatorAt(place: string): ValidateFunction {
  const validate = ajv.getSchema(`reference${place}/content/application~1json/schema`)
  if (!validate) throw new Error(`no schema at ${place}`)
  return validate
}

/** Escapes a key for a JSON pointer (RFC 6901) inside a URI fragment. */
const escape = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
