import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js'
import { APP_NAME } from '#contract/app-constants.ts'
import { VERSIONS } from '#contract/app-constants.ts'
import { runTool, type ToolCaller } from './run-tool.ts'
import { NOTICE } from './tool-result.ts'
import { toolsFor, type Tool } from './tools.ts'

const INSTRUCTIONS = `Manage the user's short links, collections and public page, and read clicks and earnings. ${NOTICE} Try writes with dry_run first. Deleting and publishing need the user's approval: the tool returns an address where the user decides.`

/**
 * Answers one request of the Model Context Protocol (Streamable HTTP). Stateless: each request has
 * its own server, so that any process can answer it.
 */
export async function answerMcp(
  request: Request,
  tools: Tool[],
  toolCaller: ToolCaller,
): Promise<Response> {
  const server = new Server(
    { name: APP_NAME, version: VERSIONS.production },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  const own = toolsFor(tools, toolCaller.caller.scopes)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: own.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = own.find(({ call }) => call.name === params.name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.')
    return runTool(toolCaller, tool, params.arguments ?? {})
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const answer = await transport.handleRequest(request)
  await server.close()
  return answer
}

const describeTool = ({ call, method, inputSchema, outputSchema, isWrite }: Tool): ListedTool => ({
  name: call.name,
  description: `${call.summary}.`,
  inputSchema,
  outputSchema,
  annotations: {
    title: call.summary,
    readOnlyHint: !isWrite,
    destructiveHint: method === 'DELETE',
    idempotentHint: method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  },
})
