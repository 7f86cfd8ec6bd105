import type { Scope } from './scopes.ts'

/** Call that an API key may make. Every other call is refused. */
export type PublicCall = {
  /** Unique name, such as `createLink`. */
  name: string
  /** Method and path without a slash at the end; parameters are written `{name}`. */
  call: string
  scope: Scope
  /** One line for the reference. */
  summary: string
}

const LINKS = '/v2/my/links'
const COLLECTIONS = '/v2/my/collections'
const SECTIONS = '/v2/my/sections'
const SETS = '/v2/my/parameter-sets'
const WEBHOOKS = '/v2/my/webhooks'
const SOCIAL = '/v2/my/socialmedialinks'

type Row = [name: string, call: string, summary: string]

const calls = (scope: Scope, rows: Row[]): PublicCall[] =>
  rows.map(([name, call, summary]) => ({ name, call, scope, summary }))

/**
 * All calls of the public API with the permission that each needs. No call that moves money,
 * changes access to the account or creates keys may be added.
 */
export const PUBLIC_CALLS: readonly PublicCall[] = [
  ...calls('links:read', [
    ['searchLinks', `POST ${LINKS}/search`, 'Search links'],
    ['getLink', `GET ${LINKS}/{uuid}`, 'Get a link'],
    ['tryLink', `POST ${LINKS}/{uuid}/try`, 'See where the rules of a link lead a visitor'],
    ['listLinkChanges', `GET ${LINKS}/{uuid}/history`, 'List the changes of a link'],
    ['nextShortCode', `GET ${LINKS}/next_short_code`, 'Get a free short code'],
    ['listLinkDomains', `GET ${LINKS}/domains`, 'List the domains for links'],
    ['listTags', 'GET /v1/users/me/links/tags', 'List tags'],
    ['getLinkQrSvg', `GET ${LINKS}/{uuid}/qr.svg`, 'Get the QR code of a link as SVG'],
    ['getLinkQrPng', `GET ${LINKS}/{uuid}/qr.png`, 'Get the QR code of a link as PNG'],
    ['getLinkQrPdf', `GET ${LINKS}/{uuid}/qr.pdf`, 'Get the QR code of a link as PDF'],
    ['getQrSheet', `GET ${LINKS}/qr-sheet.pdf`, 'Get printable sheets with up to 50 QR codes'],
    ['listParameterSets', `GET ${SETS}`, 'List your parameter sets'],
    ['getParameterSet', `GET ${SETS}/{uuid}`, 'Get a parameter set'],
  ]),
  ...calls('links:write', [
    ['createLink', `POST ${LINKS}`, 'Create a link'],
    ['createLinks', `POST ${LINKS}/bulk`, 'Create up to 100 links'],
    [
      'upsertLink',
      `PUT ${LINKS}/by-external-id/{external_id}`,
      'Create a link with your own id, or update it',
    ],
    ['updateLink', `PATCH ${LINKS}/{uuid}`, 'Update a link'],
    [
      'restoreLink',
      `POST ${LINKS}/{uuid}/history/{version}/restore`,
      'Restore a version of a link',
    ],
    ['tagLinks', `PATCH ${LINKS}`, 'Add, remove or set tags of several links'],
    ['addLinkParameters', `POST ${LINKS}/parameters`, 'Add parameters to the targets of links'],
    ['createParameterSet', `POST ${SETS}`, 'Create a parameter set'],
    ['updateParameterSet', `PATCH ${SETS}/{uuid}`, 'Update a parameter set; links stay'],
    ['deleteParameterSet', `DELETE ${SETS}/{uuid}`, 'Delete a parameter set; links stay'],
    ['cloneLink', `POST ${LINKS}/{uuid}/clone`, 'Duplicate a link'],
    ['readLinkPage', `POST ${LINKS}/{uuid}/extract`, 'Read title and picture of the target again'],
    ['uploadLinkPicture', 'POST /v1/uploader/upload/link_preview', 'Upload a picture for a link'],
    ['listShops', 'GET /v2/my/shops', 'List the shops that pay commission'],
    ['reportExtensionAction', 'POST /v1/action_ext', 'Report an action in the browser extension'],
  ]),
  ...calls('collections:read', [
    ['listCollections', `GET ${COLLECTIONS}`, 'List collections'],
    ['getCollection', `GET ${COLLECTIONS}/{uuid}`, 'Get a collection'],
    [
      'listCollectionChanges',
      `GET ${COLLECTIONS}/{uuid}/history`,
      'List the changes of a collection',
    ],
    ['listCollectionLinks', `GET ${COLLECTIONS}/{uuid}/links`, 'List the links of a collection'],
  ]),
  ...calls('collections:write', [
    ['createCollection', `POST ${COLLECTIONS}/regular`, 'Create a collection'],
    ['createSmartCollection', `POST ${COLLECTIONS}/smart`, 'Create a smart collection'],
    ['updateCollection', `PATCH ${COLLECTIONS}/regular/{uuid}`, 'Update a collection'],
    ['updateSmartCollection', `PATCH ${COLLECTIONS}/smart/{uuid}`, 'Update a smart collection'],
    [
      'restoreCollection',
      `POST ${COLLECTIONS}/{uuid}/history/{version}/restore`,
      'Restore a version of a collection',
    ],
    ['deleteCollection', `DELETE ${COLLECTIONS}/{uuid}`, 'Delete a collection; its links stay'],
    ['orderCollections', `PATCH ${COLLECTIONS}/order`, 'Set the order of the collections'],
    ['addToCollection', `POST ${COLLECTIONS}/{uuid}/links`, 'Add links to a collection'],
    ['removeFromCollection', `DELETE ${COLLECTIONS}/{uuid}/links`, 'Remove links'],
    ['orderCollectionLinks', `PATCH ${COLLECTIONS}/{uuid}/links`, 'Set the order of the links'],
  ]),
  ...calls('page:read', [
    ['getPage', 'GET /v2/my/pages/page', 'Get your page'],
    ['listPageChanges', 'GET /v2/my/pages/{id}/history', 'List the changes of your page'],
    ['listSections', `GET ${SECTIONS}`, 'List the sections of your page'],
    ['getSection', `GET ${SECTIONS}/{id}`, 'Get a section'],
    ['listSocialLinks', `GET ${SOCIAL}`, 'List the social links of your page'],
  ]),
  ...calls('page:write', [
    ['updatePage', 'PATCH /v2/my/pages/{id}', 'Update your page'],
    [
      'restorePage',
      'POST /v2/my/pages/{id}/history/{version}/restore',
      'Restore a version of your page',
    ],
    ['createSection', `POST ${SECTIONS}`, 'Create a section'],
    ['updateSection', `PATCH ${SECTIONS}/{id}`, 'Update a section'],
    ['deleteSection', `DELETE ${SECTIONS}/{id}`, 'Delete a section'],
    ['orderSections', `PATCH ${SECTIONS}/order`, 'Set the order of the sections'],
    ['createSocialLink', `POST ${SOCIAL}`, 'Add a social link'],
    ['updateSocialLink', `PATCH ${SOCIAL}/{id}`, 'Update a social link'],
    ['deleteSocialLink', `DELETE ${SOCIAL}/{id}`, 'Delete a social link'],
  ]),
  ...calls('analytics:read', [
    ['getAnalytics', 'POST /v2/my/analytics/my_links', 'Get clicks and orders by time'],
    ['listAnalyticsTags', 'GET /v2/my/analytics/tags', 'List the tags of links with clicks'],
  ]),
  ...calls('earnings:read', [
    ['listPendingEarnings', 'GET /v1/bank/pending_earnings', 'List pending earnings'],
    ['listAvailableEarnings', 'GET /v1/bank/available_earnings', 'List available earnings'],
    ['getEarning', 'GET /v1/bank/earnings/{id}', 'Get an earning with its changes'],
    ['listDiscountCodes', 'GET /v2/my/discount_codes', 'List your discount codes'],
    ['listStatements', 'GET /v1/bank/statements', 'List the years with transactions'],
    ['getStatement', 'GET /v1/bank/statements/{year}', 'Get the statement of a year'],
  ]),
  ...calls('profile:read', [
    ['getProfile', 'GET /v2/my/profile/public/retrieve_profile', 'Get your public profile'],
  ]),
  ...calls('webhooks:write', [
    ['listWebhooks', `GET ${WEBHOOKS}`, 'List your webhooks'],
    ['createWebhook', `POST ${WEBHOOKS}`, 'Create a webhook; the answer contains its secret'],
    ['getWebhook', `GET ${WEBHOOKS}/{id}`, 'Get a webhook'],
    ['updateWebhook', `PATCH ${WEBHOOKS}/{id}`, 'Update, stop or start a webhook'],
    ['deleteWebhook', `DELETE ${WEBHOOKS}/{id}`, 'Delete a webhook and its log'],
    [
      'replaceWebhookSecret',
      `POST ${WEBHOOKS}/{id}/secret`,
      'Create a new secret; the old one signs too for 24 hours',
    ],
    ['testWebhook', `POST ${WEBHOOKS}/{id}/test`, 'Send a test'],
    ['listWebhookDeliveries', `GET ${WEBHOOKS}/{id}/deliveries`, 'List deliveries, newest first'],
    [
      'resendWebhookDelivery',
      `POST ${WEBHOOKS}/{id}/deliveries/{delivery}/resend`,
      'Send a delivery again',
    ],
  ]),
]
