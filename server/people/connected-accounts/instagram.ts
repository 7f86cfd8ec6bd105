import * as v from 'valibot'
import { CONNECTED_TYPES, PROVIDER_TITLES } from '#contract/connected-accounts.ts'
import { exchangeCode } from './exchange-code.ts'
import { lengthen, outOfList, readUser } from './instagram-api.ts'
import type { Provider } from './provider.ts'

/** Accounts of creators and shops, by Instagram's own login. It has no call that takes a grant back. */
export const instagram: Provider = {
  type: CONNECTED_TYPES.instagram,
  title: PROVIDER_TITLES.instagram,
  app: ({ providers }) => providers.instagram.app,
  async connect(deps, app, grant) {
    const tokenUrl = `${deps.config.providers.instagram.tokenHost}/oauth/access_token`
    const short = await exchangeCode(deps, { tokenUrl, app, conform: bearer }, grant)
    const { token, expiresAt } = await lengthen(deps, short, app.secret)
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

/** Instagram leaves out what kind of token it is, which the standard asks for. */
function bearer(answer: unknown): unknown {
  const granted = v.safeParse(v.looseObject({ access_token: v.string() }), outOfList(answer))
  return granted.success ? { access_token: granted.output.access_token, token_type: 'bearer' } : {}
}
