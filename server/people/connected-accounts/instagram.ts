import * as v from 'valibot'
import { CONNECTED_TYPES, PROVIDER_TITLES } from '#contract/people/connected-accounts.ts'
import { exchangeCode } from './exchange-code.ts'
import { exchangeForLongLived, unwrapList, readUser } from './instagram-api.ts'
import type { Provider } from './provider.ts'

/**
 * Instagram connection for creator and business accounts, through Instagram's own login. Instagram
 * has no call to revoke a grant.
 */
export const instagram: Provider = {
  type: CONNECTED_TYPES.instagram,
  title: PROVIDER_TITLES.instagram,
  app: ({ providers }) => providers.instagram.app,
  async connect(deps, app, grant) {
    const tokenUrl = `${deps.config.providers.instagram.tokenHost}/oauth/access_token`
    const shortLived = await exchangeCode(deps, { tokenUrl, app, normalize: withTokenType }, grant)
    const { token, expiresAt } = await exchangeForLongLived(deps, shortLived, app.secret)
    const { user_id, username, profile_picture_url } = await readUser(deps, token)
    return {
      providerId: user_id,
      name: username,
      url: `https://www.instagram.com/${encodeURIComponent(username)}`,
      pictureUrl: profile_picture_url,
      token,
      expiresAt,
    }
  },
}

/** Adds the token type, which the standard requires and Instagram omits. */
function withTokenType(answer: unknown): unknown {
  const granted = v.safeParse(v.looseObject({ access_token: v.string() }), unwrapList(answer))
  return granted.success ? { access_token: granted.output.access_token, token_type: 'bearer' } : {}
}
