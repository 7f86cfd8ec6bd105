import type { Context } from 'hono'
import type { Config } from '../../platform/config/config.ts'

type Origin = Pick<Config, 'appOrigin'>

/** Returns the address of the MCP server, which names it in tokens (RFC 8707). */
export const mcpResource = ({ appOrigin }: Origin): string => `${appOrigin}/mcp`

/** Returns whether an address names this server or its MCP server. */
export const isResource = (config: Origin, resource: string): boolean =>
  [config.appOrigin, mcpResource(config)].includes(resource.replace(/\/$/, ''))

/** Environment of the calls that the MCP server makes for its caller. No client can set it. */
export const MCP_CALL = { isMcpCall: true }

/** Returns whether the MCP server makes this call. */
export const isMcpCall = (c: Context): boolean =>
  (c.env as Partial<typeof MCP_CALL> | undefined)?.isMcpCall === true
