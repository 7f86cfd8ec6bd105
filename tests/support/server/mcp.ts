import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

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

/** Connects the client of the SDK with an API key or access token. */
export async function connectAssistant({ origin = '' }: { origin?: string }, key: string) {
  const client = new Client({ name: 'test', version: '1' })
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
