import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { callbackPath, type ConnectedTypeName } from '#contract/people/connected-accounts.ts'
import type { Providers } from '../../../../server/platform/config/config-providers.ts'
import { picture } from './shop-site.ts'
import { listenLocally } from './listen.ts'

export const IG_APP = { id: '1001', secret: 'instagram-app-secret' }
export const FB_APP = { id: '2002', secret: 'facebook-app-secret' }
export const FB_VERSION = 'v24.0'

type Grant = { type: ConnectedTypeName; redirectUri: string }

export type ProviderSite = {
  origin: string
  /** Settings that make a server use this site. */
  providers: Providers
  /** Name of both accounts. */
  name: string
  /** Id of the Facebook account. */
  facebookId: string
  /** Posts, newest first. */
  posts: { id: string; caption: string; media_type?: string }[]
  /** Returns an authorization code as after consent. */
  code: (type: ConnectedTypeName, redirectUri?: string) => string
  /** Status of all further answers. Undefined for normal operation. */
  failingStatus: number | undefined
  /** Whether the issued tokens are still valid. */
  acceptsTokens: boolean
  /** Account ids whose access was revoked, with the token used for it. */
  revoked: [id: string, token: string][]
  /** Method and path of all requests, without parameters. */
  requests: string[]
  tokens: string[]
  stop: () => Promise<void>
}

const PER_PAGE = 2

/** Returns the redirect URI used in tests. */
export const callbackOf = (type: ConnectedTypeName, origin = 'http://localhost:8080') =>
  origin + callbackPath(type)

/**
 * Starts a local site that imitates the parts of Instagram and Facebook that we use: pages, tokens
 * and accounts.
 */
export async function startProviderSite(): Promise<ProviderSite> {
  const photo = await picture({ width: 400, height: 400 })
  const codes = new Map<string, Grant>()

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const { origin, stop } = await listenLocally(server)

  const site: ProviderSite = {
    origin,
    providers: {
      instagram: {
        app: IG_APP,
        authorizeHost: origin,
        tokenHost: origin,
        apiHost: origin,
        scopes: 'instagram_business_basic',
      },
      facebook: { app: FB_APP, authorizeHost: origin, apiHost: origin, apiVersion: FB_VERSION },
    },
    name: 'ana.example',
    facebookId: '5550001',
    posts: [
      { id: 'p1', caption: 'A lamp' },
      { id: 'p2', caption: '' },
      { id: 'p3', caption: 'A moving lamp', media_type: 'VIDEO' },
    ],
    code(type, redirectUri = callbackOf(type)) {
      const code = randomUUID()
      codes.set(code, { type, redirectUri })
      return code
    },
    failingStatus: undefined,
    acceptsTokens: true,
    revoked: [],
    requests: [],
    tokens: [],
    stop,
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    const { method = 'GET' } = request
    site.requests.push(`${method} ${url.pathname}`)
    if (site.failingStatus !== undefined)
      return json(response, { error: 'down' }, site.failingStatus)
    if (url.pathname.startsWith('/pictures/'))
      return response.setHeader('Content-Type', 'image/jpeg').end(photo)
    const path = url.pathname.replace(`/${FB_VERSION}`, '')
    const type = path === url.pathname ? 'instagram' : 'facebook'
    if (method === 'POST') return token(type, new URLSearchParams(await textOf(request)), response)
    if (path === '/oauth/authorize' || path === '/dialog/oauth')
      return consent(type, url.searchParams, response)
    if (path === '/said-yes') return grantConsent(type, url.searchParams, response)
    if (path === '/access_token') return exchange(url.searchParams, response)
    if (method === 'DELETE') {
      site.revoked.push([path.split('/')[1] ?? '', url.searchParams.get('access_token') ?? ''])
      return json(response, { success: true })
    }
    const given = url.searchParams.get('access_token') ?? ''
    if (!site.acceptsTokens || !site.tokens.includes(given))
      return json(response, { error: { code: 190, message: 'Session has ended' } }, 400)
    if (path === '/refresh_access_token') return json(response, longLived(type))
    if (path === '/me/media') return media(url.searchParams.get('after'), response)
    return json(response, type === 'instagram' ? instagramUser() : facebookUser())
  }

  function token(type: ConnectedTypeName, form: URLSearchParams, response: ServerResponse) {
    const app = type === 'instagram' ? IG_APP : FB_APP
    const grant = codes.get(form.get('code') ?? '')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === app.id &&
      form.get('client_secret') === app.secret &&
      grant?.type === type &&
      grant.redirectUri === form.get('redirect_uri')
    // Both providers use their own error format and not that of the standard.
    if (!isRight)
      return json(response, { error_type: 'OAuthException', code: 400, error: { code: 100 } }, 400)
    codes.delete(form.get('code') ?? '')
    const access_token = newToken(type)
    return type === 'instagram'
      ? json(response, { access_token, user_id: 17_841_400_000_000 })
      : json(response, { access_token, token_type: 'bearer', expires_in: 5000 })
  }

  function newToken(type: ConnectedTypeName) {
    const made = `${type}-token-${site.tokens.length + 1}`
    site.tokens.push(made)
    return made
  }

  const longLived = (type: ConnectedTypeName) => ({
    access_token: newToken(type),
    token_type: 'bearer',
    expires_in: 60 * 24 * 60 * 60,
  })

  function exchange(query: URLSearchParams, response: ServerResponse) {
    const isRight =
      query.get('client_secret') === IG_APP.secret &&
      site.tokens.includes(query.get('access_token') ?? '')
    if (!isRight) return json(response, {}, 400)
    return json(response, longLived('instagram'))
  }

  /** Shows the consent page. The test decides whether the user agrees. */
  function consent(type: ConnectedTypeName, query: URLSearchParams, response: ServerResponse) {
    const no = new URL(query.get('redirect_uri') ?? origin)
    no.searchParams.set('error', 'access_denied')
    no.searchParams.set('state', query.get('state') ?? '')
    const yes = new URL(type === 'instagram' ? '/said-yes' : `/${FB_VERSION}/said-yes`, origin)
    yes.search = query.toString()
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>${type}</title><h1>Allow Split?</h1><p>${link(yes, 'Allow')} ${link(no, 'Not now')}`,
      )
  }

  function grantConsent(type: ConnectedTypeName, query: URLSearchParams, response: ServerResponse) {
    const back = new URL(query.get('redirect_uri') ?? origin)
    back.searchParams.set('code', site.code(type, back.href))
    back.searchParams.set('state', query.get('state') ?? '')
    // Both append a hash that is not part of the code.
    back.hash = type === 'instagram' ? '_' : '_=_'
    response.writeHead(302, { Location: back.href }).end()
  }

  const instagramUser = () => ({
    user_id: '17841400000001',
    username: site.name,
    name: 'Ana Example',
    profile_picture_url: `${origin}/pictures/face.jpg`,
    media_count: site.posts.length,
  })

  const facebookUser = () => ({
    id: site.facebookId,
    name: 'Ana Example',
    picture: { data: { url: `${origin}/pictures/fb.jpg`, is_silhouette: false } },
  })

  function media(after: string | null, response: ServerResponse) {
    const start = after === null ? 0 : Number(after)
    const data = site.posts.slice(start, start + PER_PAGE).map((post) => ({
      media_type: 'IMAGE',
      permalink: `https://www.instagram.com/p/${post.id}/`,
      media_url: `${origin}/pictures/${post.id}.${post.media_type === 'VIDEO' ? 'mp4' : 'jpg'}`,
      ...(post.media_type === 'VIDEO' && { thumbnail_url: `${origin}/pictures/${post.id}.jpg` }),
      ...post,
    }))
    const end = start + PER_PAGE
    const paging = {
      cursors: { after: String(end) },
      ...(end < site.posts.length && { next: `${origin}/me/media?after=${end}` }),
    }
    json(response, { data, paging })
  }

  return site
}

const link = (to: URL, text: string) => `<a href="${to.href.replaceAll('&', '&amp;')}">${text}</a>`

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
