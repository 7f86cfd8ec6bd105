import type { Access } from '#contract/people/members.ts'

/**
 * Permission that a call needs if it is made for another account. `any`: every member may make it.
 * `self`: the call is always about the signed-in person, whatever account the request names.
 */
export type CallAccess = Access | 'any' | 'self'

const LINKS = '/v2/my/links'
const SETS = '/v2/my/parameter-sets'
const PAGES = '/v2/my/pages'
const SECTIONS = '/v2/my/sections'
const SOCIAL = '/v2/my/socialmedialinks'
const WIDGETS = '/v1/users/me/widgets'
const ACCOUNTS = '/v2/my/accounts'
const COLLECTIONS = ['', '/regular', '/smart'].map((kind) => `/v2/my/collections${kind}`)

const lines = (text: string) => text.trim().split(/\s*\n\s*/)
const forCollections = (calls: string[]) =>
  COLLECTIONS.flatMap((base) => calls.map((call) => call.replace('/COLLECTIONS', base)))

/**
 * Calls that members of an account may make for it. Every other call is for the owner only. No call
 * that moves money, changes addresses, sign-in, keys or members, or exports or deletes the account
 * may be added.
 */
const CALLS: Record<CallAccess, string[]> = {
  self: lines(`
    POST /v1/logout
    GET /v1/logging
    GET ${ACCOUNTS}
    DELETE ${ACCOUNTS}/{id}
    POST ${ACCOUNTS}/invitation
    POST ${ACCOUNTS}/invitation/accept
    POST ${ACCOUNTS}/invitation/decline
    POST /v1/wp
    POST /wp
    POST /device/wp
    DELETE /v1/wp/{id}
    DELETE /wp/{id}
    DELETE /device/wp/{id}
  `),
  any: [
    ...lines(`
      GET /v1/users/me
      GET /v1/users/me/settings
      GET /v2/my/settings
      GET /v2/my/facts
      GET /v1/image-proxy
      POST ${LINKS}/search
      GET ${LINKS}/{uuid}
      GET ${LINKS}/{uuid}/history
      POST ${LINKS}/{uuid}/try
      GET ${LINKS}/next_short_code
      GET ${LINKS}/domains
      GET ${LINKS}/qr-sheet.pdf
      GET ${LINKS}/{uuid}/qr.svg
      GET ${LINKS}/{uuid}/qr.png
      GET ${LINKS}/{uuid}/qr.pdf
      GET ${LINKS}/import
      GET ${LINKS}/import/{id}
      GET ${LINKS}/import/{id}/problems
      GET /v1/users/me/links/domains
      GET /v1/users/me/links/domains/active
      GET /v1/users/me/links/domains/custom
      GET /v1/users/me/links/domains/custom/{id}
      GET /v1/users/me/links/tags
      GET ${SETS}
      GET ${SETS}/{uuid}
      GET /v2/my/collections/{uuid}/history
      GET ${PAGES}/page
      GET ${PAGES}/{id}/history
      GET ${PAGES}/preview
      GET /v1/pages/manage/page
      GET /v1/pages/{name}
      GET ${SECTIONS}
      GET ${SECTIONS}/{id}
      GET /v2/my/predefined-sections
      GET ${SOCIAL}
      GET ${SOCIAL}/prefix
      GET ${SOCIAL}/{id}
      GET /v2/my/profile/public/retrieve_profile
      GET ${WIDGETS}
      GET ${WIDGETS}/{id}
      GET ${WIDGETS}/{id}/preview
      GET /v2/my/shops
      GET /v1/merchants/stores
      GET /v1/check_domain
    `),
    ...forCollections(
      lines(`
        GET /COLLECTIONS
        GET /COLLECTIONS/{uuid}
        GET /COLLECTIONS/{uuid}/links
      `),
    ),
  ],
  edit: [
    ...lines(`
      POST ${LINKS}
      POST ${LINKS}/bulk
      PUT ${LINKS}/by-external-id/{external_id}
      PATCH ${LINKS}
      PATCH ${LINKS}/{uuid}
      POST ${LINKS}/{uuid}/history/{version}/restore
      POST ${LINKS}/parameters
      POST ${LINKS}/{uuid}/clone
      POST ${LINKS}/{uuid}/extract
      POST ${LINKS}/{uuid}/health
      DELETE ${LINKS}/{uuid}/health
      POST ${LINKS}/import
      POST ${LINKS}/import/{id}/cancel
      POST /v1/users/me/links/split/clone
      PUT /v1/users/me/links/split/{uuid}/custom_image
      POST /v1/uploader/upload/{kind}
      POST ${SETS}
      PATCH ${SETS}/{uuid}
      DELETE ${SETS}/{uuid}
      POST /v2/my/collections/regular
      POST /v2/my/collections/smart
      PUT /v2/my/collections/regular/{uuid}
      PUT /v2/my/collections/smart/{uuid}
      PATCH /v2/my/collections/order
      POST /v2/my/collections/{uuid}/history/{version}/restore
      POST ${PAGES}
      PATCH ${PAGES}/{id}
      POST ${PAGES}/{id}/history/{version}/restore
      GET ${PAGES}/generate_slug
      POST ${PAGES}/generate_slug
      POST ${PAGES}/move-in
      POST ${PAGES}/move-in/create
      POST /v1/pages/manage/page
      POST ${SECTIONS}
      PATCH ${SECTIONS}/order
      PUT ${SECTIONS}/{id}
      PATCH ${SECTIONS}/{id}
      DELETE ${SECTIONS}/{id}
      POST ${SOCIAL}
      PATCH ${SOCIAL}/{id}
      DELETE ${SOCIAL}/{id}
      POST ${WIDGETS}
      POST ${WIDGETS}/preview
      PATCH ${WIDGETS}/{id}
      DELETE ${WIDGETS}/{id}
    `),
    ...forCollections(
      lines(`
        PATCH /COLLECTIONS/{uuid}
        DELETE /COLLECTIONS/{uuid}
        POST /COLLECTIONS/{uuid}/links
        PATCH /COLLECTIONS/{uuid}/links
        DELETE /COLLECTIONS/{uuid}/links
      `),
    ),
  ],
  analytics: lines(`
    POST /v2/my/analytics/my_links
    GET /v2/my/analytics/tags
  `),
  money: lines(`
    GET /v1/bank/pending_earnings
    GET /v1/bank/available_earnings
    GET /v1/bank/earnings/{id}
    GET /v1/bank/redemptions
    GET /v1/bank/missing_sales
    GET /v2/my/networks
    GET /v2/my/networks/rows
  `),
}

/** Permission by call, written `METHOD /path` with parameters as `{name}`. */
export const MEMBER_CALLS: ReadonlyMap<string, CallAccess> = new Map(
  (Object.entries(CALLS) as [CallAccess, string[]][]).flatMap(([access, calls]) =>
    calls.map((call): [string, CallAccess] => [call, access]),
  ),
)
