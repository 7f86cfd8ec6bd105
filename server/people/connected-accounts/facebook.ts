import * as v from 'valibot'
import { CONNECTED_TYPES, PROVIDER_TITLES } from '#contract/people/connected-accounts.ts'
import {
  requestProvider,
  parseAnswer,
  ProviderRefused,
  withQuery,
  type ProviderDeps,
} from './ask-provider.ts'
import { exchangeCode } from './exchange-code.ts'
import type { Provider } from './provider.ts'

const User = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  picture: v.optional(
    v.object({
      data: v.object({
        url: v.fallback(v.nullable(v.pipe(v.string(), v.url())), null),
        is_silhouette: v.fallback(v.boolean(), false),
      }),
    }),
  ),
})

const api = ({ config }: ProviderDeps, path: string) => {
  const { apiHost, apiVersion } = config.providers.facebook
  return `${apiHost}/${apiVersion}${path}`
}

/** Facebook connection. It only reads the profile once, so the token is not stored. */
export const facebook: Provider = {
  type: CONNECTED_TYPES.facebook,
  title: PROVIDER_TITLES.facebook,
  app: ({ providers }) => providers.facebook.app,
  async connect(deps, app, grant) {
    const tokenUrl = api(deps, '/oauth/access_token')
    const access_token = await exchangeCode(deps, { tokenUrl, app }, grant)
    const fields = 'id,name,picture.width(400).height(400)'
    const profileUrl = withQuery(api(deps, '/me'), { fields, access_token })
    const { id, name, picture } = parseAnswer(User, await requestProvider(deps, profileUrl))
    const isOwn = picture?.data.is_silhouette === false
    return {
      providerId: id,
      name,
      url: null,
      pictureUrl: isOwn ? picture.data.url : null,
      token: null,
      expiresAt: null,
    }
  },
  /** Uses the app's token, because the user's token has expired by then. */
  async revoke(deps, app, providerId, signal) {
    const url = withQuery(api(deps, `/${encodeURIComponent(providerId)}/permissions`), {
      access_token: `${app.id}|${app.secret}`,
    })
    try {
      await requestProvider(deps, url, { method: 'DELETE', signal })
    } catch (error) {
      // There is no grant to revoke.
      if (!(error instanceof ProviderRefused)) throw error
    }
  },
}
