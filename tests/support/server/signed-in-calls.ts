import { randomUUID } from 'node:crypto'
import type { TestServer } from './test-app.ts'

const UPLOAD = 'POST /v1/uploader/upload'

/** Example parameters of calls. */
const EXAMPLE = '(4711|link_preview|split_post|profile|[0-9a-f-]{36})'

/** Returns all calls that need a sign-in, as `METHOD /path` with example parameters. */
export async function signedInCalls(server: TestServer): Promise<string[]> {
  const routes = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(v1|v2|wp|device)\b/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const all = [...new Set(routes)].flatMap((route) =>
    route === `${UPLOAD}/:kind`
      ? ['link_preview', 'split_post', 'profile'].map((kind) => `${UPLOAD}/${kind}`)
      : [route.replace(':uuid', randomUUID()).replaceAll(/:\w+/g, '4711')],
  )
  const needs: string[] = []
  for (const call of all) {
    const [method = '', path = ''] = call.split(' ')
    if ((await server.request(method, path)).status === 401) needs.push(call)
  }
  return needs
}

/** Returns an expression that matches a pattern's calls with example parameters. */
export const callLike = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, EXAMPLE)}$`)
