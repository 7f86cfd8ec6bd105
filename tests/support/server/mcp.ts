import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'

type Structured = {
  notice: string
  untrusted_data?: unknown
  is_dry_run?: boolean
  approval?: { id: string; url: string; expires_at: string }
}

export type Called = {
  isError: boolean
  /** Text that the assistant reads. */
  text: string
  structured: Structured
}

/** Compiled output schemas by their JSON text, for all assistants of this process. */
const compiled = new Map<string, JsonSchemaValidator<unknown>>()

/**
 * Compiles a tool's output schema when the tool is first called. The SDK compiles those of all
 * tools for every client, which takes longer than most of the tests.
 */
const lazySchemas: jsonSchemaValidator = {
  getValidator: <T>(schema: JsonSchemaType) =>
    ((input) => validatorOf(schema)(input)) as JsonSchemaValidator<T>,
}

function validatorOf(schema: JsonSchemaType): JsonSchemaValidator<unknown> {
  const text = JSON.stringify(schema)
  const validator = compiled.get(text) ?? new AjvJsonSchemaValidator().getValidator(schema)
  compiled.set(text, validator)
  return validator
}

/** Connects the client of the SDK with an API key or access token. */
export async function connectAssistant({ origin = '' }: { origin?: string }, key: string) {
  const about = { name: 'test', version: '1' }
  const client = new Client(about, { jsonSchemaValidator: lazySchemas })
  const headers = { Authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  const { tools } = await client.listTools()
  return {
    client,
    tools,
    /** Calls a tool. The SDK checks the answer against the tool's output schema. */
    async call(name: string, args: Record<string, unknown> = {}): Promise<Called> {
      const { isError, content, structuredContent } = await client.callTool({
        name,
        arguments: args,
      })
      const [first] = content as { text: string }[]
      return {
        isError: isError === true,
        text: first?.text ?? '',
        structured: structuredContent as Structured,
      }
    },
  }
}
export type Assistant = Awaited<ReturnType<typeof connectAssistant>>

/** Person who sends requests with a session. */
type Sender = { send: (method: string, path: string, body?: object) => Promise<Response> }

const APPROVALS = '/v2/my/approvals/'

/** Decides about an approval as its screen does. */
export const decideApproval = (person: Sender, id: string, approve: boolean) =>
  person.send('POST', `${APPROVALS}${id}/decision/`, { approve })

export const readApproval = (person: Sender, id: string) => person.send('GET', `${APPROVALS}${id}/`)
