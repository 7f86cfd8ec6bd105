import * as v from 'valibot'
import type {
  InstagramMedia,
  InstagramMediaPage,
  InstagramUser,
} from '#contract/people/connected-accounts.ts'
import { requestProvider, parseAnswer, withQuery, type ProviderDeps } from './ask-provider.ts'

const MEDIA_PAGE_SIZE = '24'

const Text = v.fallback(v.string(), '')
const Address = v.fallback(v.nullable(v.pipe(v.string(), v.url())), null)

const User = v.object({
  user_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: Text,
  profile_picture_url: Address,
  media_count: v.fallback(v.nullable(v.number()), null),
})
export type InstagramProfile = v.InferOutput<typeof User>

const Media = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      media_type: Text,
      media_url: Address,
      thumbnail_url: Address,
      permalink: Address,
      caption: Text,
    }),
  ),
  paging: v.optional(
    v.object({
      cursors: v.optional(v.object({ after: v.optional(v.string()) })),
      next: v.optional(v.string()),
    }),
  ),
})

const LongLived = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(1)),
})
export type LongLivedToken = { token: string; expiresAt: Date }

/**
 * Unwraps an answer in a list with one entry. The documentation shows some answers this way, but
 * most come without the list.
 */
export const unwrapList = (answer: unknown): unknown => {
  const wrapped = v.safeParse(v.object({ data: v.tuple([v.unknown()]) }), answer)
  return wrapped.success ? wrapped.output.data[0] : answer
}

const api = ({ config }: ProviderDeps, path: string, query: Record<string, string | undefined>) =>
  withQuery(`${config.providers.instagram.apiHost}${path}`, query)

export async function readUser(deps: ProviderDeps, token: string): Promise<InstagramProfile> {
  const fields = 'user_id,username,name,profile_picture_url,media_count'
  const answer = await requestProvider(deps, api(deps, '/me', { fields, access_token: token }))
  return parseAnswer(User, unwrapList(answer))
}

export const toUser = (profile: InstagramProfile): InstagramUser => ({
  username: profile.username,
  name: profile.name,
  profile_picture_url: profile.profile_picture_url,
  media_count: profile.media_count,
})

export async function readMedia(
  deps: ProviderDeps,
  token: string,
  after: string | undefined,
): Promise<InstagramMediaPage> {
  const fields = 'id,media_type,media_url,thumbnail_url,permalink,caption'
  const query = { fields, limit: MEDIA_PAGE_SIZE, after, access_token: token }
  const { data, paging } = parseAnswer(
    Media,
    await requestProvider(deps, api(deps, '/me/media', query)),
  )
  return {
    results: data.flatMap(toMedia),
    next: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
  }
}

type Post = v.InferOutput<typeof Media>['data'][number]

/**
 * Returns a post only if it has a picture. Instagram omits the media URL of some, for example with
 * copyrighted music.
 */
function toMedia({ media_type, media_url, thumbnail_url, ...post }: Post): InstagramMedia[] {
  const picture = media_type === 'VIDEO' ? thumbnail_url : media_url
  if (picture === null) return []
  return [{ ...post, media_url: picture, thumbnail_url: thumbnail_url ?? picture }]
}

/** Exchanges a token that expires in an hour for one that lasts sixty days. */
export const exchangeForLongLived = (deps: ProviderDeps, token: string, secret: string) =>
  requestLongLived(deps, '/access_token', {
    grant_type: 'ig_exchange_token',
    client_secret: secret,
    access_token: token,
  })

/** Replaces a token that has not expired by one that lasts another sixty days. */
export const refreshToken = (deps: ProviderDeps, token: string) =>
  requestLongLived(deps, '/refresh_access_token', {
    grant_type: 'ig_refresh_token',
    access_token: token,
  })

async function requestLongLived(
  deps: ProviderDeps,
  path: string,
  query: Record<string, string>,
): Promise<LongLivedToken> {
  const answer = parseAnswer(LongLived, await requestProvider(deps, api(deps, path, query)))
  const expiresAt = new Date(Date.now() + answer.expires_in * 1000)
  return { token: answer.access_token, expiresAt }
}
