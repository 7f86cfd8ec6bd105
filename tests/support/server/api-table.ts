/**
 * Every call that the specification names or needs, with its number: what the server serves is
 * held against these. A path's parameters are written `{name}`.
 */
const BUILT = `
A-001 GET /multi-connect/login
A-002 POST /multi-connect/login
A-003 POST /multi-connect/signup
A-004 GET /multi-connect/set-password
A-004 POST /multi-connect/set-password
A-005 POST /v1/connect/token
A-006 POST /v1/send-set-password-link
A-007 POST /v1/logout
A-008 GET /v1/users/me
A-009 GET /v1/settings
A-010 GET /v1/users/me/settings
A-011 POST /v1/users/me/settings
A-012 GET /v2/my/settings
A-013 PATCH /v2/my/settings
A-014 GET /v1/logging
A-015 GET /v1/users/me/email
A-016 POST /v1/users/me/email
A-017 POST /v1/users/me/email-confirmation
A-018 GET /v1/users/me/second-email-confirmation
A-019 GET /confirm-email/{key}
A-020 POST /v1/users_mobile
A-021 PUT /v1/users_mobile
A-022 POST /v2/my/profile/deletion
A-023 GET /v2/my/profile/public/retrieve_profile
A-024 PUT /v2/my/profile/public/update_profile
A-025 POST /v2/my/links/search
A-026 POST /v2/my/links
A-027 PATCH /v2/my/links
A-028 GET /v2/my/links/{uuid}
A-029 PATCH /v2/my/links/{uuid}
A-030 POST /v2/my/links/{uuid}/clone
A-031 POST /v1/users/me/links/split/clone
A-032 PUT /v1/users/me/links/split/{uuid}/custom_image
A-033 GET /v2/my/links/next_short_code
A-034 GET /v2/my/links/domains
A-035 GET /v1/users/me/links/domains/active
A-036 GET /v1/users/me/links/domains
A-037 GET /v1/users/me/links/tags
A-039 GET /postback
A-039 POST /postback
A-040 GET /p/{slug}
A-043 GET /v2/my/collections
A-044 GET /v2/my/collections/{id}
A-045 PATCH /v2/my/collections/{id}
A-046 DELETE /v2/my/collections/{id}
A-047 GET /v2/my/collections/{id}/links
A-048 GET /v2/my/collections/regular
A-049 POST /v2/my/collections/regular
A-050 GET /v2/my/collections/regular/{id}
A-050 PUT /v2/my/collections/regular/{id}
A-050 PATCH /v2/my/collections/regular/{id}
A-050 DELETE /v2/my/collections/regular/{id}
A-051 GET /v2/my/collections/regular/{id}/links
A-052 GET /v2/my/collections/smart
A-053 POST /v2/my/collections/smart
A-054 GET /v2/my/collections/smart/{id}
A-054 PUT /v2/my/collections/smart/{id}
A-054 PATCH /v2/my/collections/smart/{id}
A-054 DELETE /v2/my/collections/smart/{id}
A-055 GET /v2/my/collections/smart/{id}/links
A-056 POST /v1/uploader/upload/link_preview
A-057 POST /v1/uploader/upload/split_post
A-058 POST /v1/uploader/upload/split_page
A-059 POST /v1/uploader/upload/profile
A-060 GET /media/{key}
A-061 GET /v1/image-proxy
A-062 GET /cdn-cgi/image/{options}/{source}
A-063 GET /v2/my/sections
A-064 POST /v2/my/sections
A-065 GET /v2/my/sections/{id}
A-065 PUT /v2/my/sections/{id}
A-065 PATCH /v2/my/sections/{id}
A-065 DELETE /v2/my/sections/{id}
A-066 GET /v2/my/predefined-sections
A-067 POST /v2/my/pages
A-068 GET /v2/my/pages/page
A-069 PATCH /v2/my/pages/{id}
A-070 GET /v2/my/pages/generate_slug
A-071 POST /v2/my/pages/generate_slug
A-072 POST /v1/pages/manage/page
A-073 GET /v1/pages/manage/page
A-074 GET /v1/pages/{name}
A-075 GET /v2/my/socialmedialinks
A-076 POST /v2/my/socialmedialinks
A-077 GET /v2/my/socialmedialinks/{id}
A-077 PATCH /v2/my/socialmedialinks/{id}
A-077 DELETE /v2/my/socialmedialinks/{id}
A-078 GET /v2/my/socialmedialinks/prefix
A-079 GET /v2/my/connected_accounts
A-080 PATCH /v2/my/connected_accounts/{id}
A-080 DELETE /v2/my/connected_accounts/{id}
A-081 POST /v2/my/connected_accounts/add_instagram_by_code
A-082 POST /v2/my/connected_accounts/add_facebook_by_code
A-083 GET /v2/accounts/connect_with_instagram/callback
A-084 GET /v2/accounts/connect_with_facebook/callback
A-085 GET /v1/proxy/instagram/user_info
A-085 GET /v1/proxy/instagram/media
A-086 GET /v2/my/categories
A-087 PUT /v2/my/categories
A-087 PATCH /v2/my/categories
A-088 PUT /v2/my/categories/{id}
A-088 PATCH /v2/my/categories/{id}
A-089 GET /v2/my/onboarding/current
A-090 GET /v2/my/onboarding/{frontend_identifier}
A-091 POST /v2/my/onboarding/{frontend_identifier}/go_to_previous
A-092 POST /v2/my/onboarding/{frontend_identifier}/go_to_next
A-093 GET /v2/my/onboarding/tasks
A-124 POST /v2/my/analytics/my_links
A-094 GET /v2/my/campaigns
A-095 GET /v2/my/campaigns/{id}
A-096 GET /v2/my/organizations/{uuid}
A-097 GET /v2/my/organizations/campaigns
A-098 GET /v2/my/organizations/promotions
A-099 GET /v2/my/promotions/{id}
A-099 GET /v2/my/organizations/promotions/{id}
A-100 GET /v2/my/discover/products/trending
A-101 GET /v2/my/discover/organizations
A-102 GET /v2/my/discover/organizations/{uuid}
A-103 GET /v1/merchants/stores
A-104 GET /v1/check_domain
A-125 GET /v2/my/analytics/tags
A-126 POST /v2/my/analytics/request_user_csv
A-127 GET /v2/my/data_export
A-127 GET /v2/my/analytics/data_export
A-128 GET /exports/{id}/{key}.csv
A-129 POST /v1/action_ext
A-130 GET /v1/bank/redemptions
A-131 GET /v1/bank/redemptions/settings
A-131 PUT /v1/bank/redemptions/settings
A-131 PATCH /v1/bank/redemptions/settings
A-132 GET /v1/bank/pending_earnings
A-133 GET /v1/bank/available_earnings
A-134 GET /v1/shop/charity_organisations
A-135 GET /v1/shop/paypal/values/charity
A-136 GET /v1/shop/paypal/values/paypal
A-137 POST /v1/shop/paypal/redeem
A-138 GET /v1/shop/vendors
A-139 GET /v1/shop/vouchers
A-140 POST /v1/shop/vouchers/redeem
A-141 GET /v1/activity/rendered
A-142 GET /v1/activity/user_clicks/rendered
A-143 GET /v1/activity/commission/rendered
A-144 GET /v1/activity/special/rendered
A-145 GET /v1/activity/unreads
A-146 DELETE /v1/activity/unreads
A-147 POST /v1/wp
A-147 POST /wp
A-147 POST /device/wp
A-148 DELETE /v1/wp/{id}
A-148 DELETE /wp/{id}
A-148 DELETE /device/wp/{id}
A-042 GET /w/{widget_key}
A-042 GET /w/{widget_key}.js
A-149 GET /v1/users/me/widgets
A-149 POST /v1/users/me/widgets
A-150 GET /v1/users/me/widgets/{id}
A-150 PATCH /v1/users/me/widgets/{id}
A-150 DELETE /v1/users/me/widgets/{id}
A-151 GET /v1/users/me/widgets/{id}/preview
A-152 POST /v1/users/me/widgets/preview
A-153 GET /v1/users/me/links/domains/custom
A-153 POST /v1/users/me/links/domains/custom
A-154 GET /v1/users/me/links/domains/custom/{id}
A-154 PATCH /v1/users/me/links/domains/custom/{id}
A-154 DELETE /v1/users/me/links/domains/custom/{id}
A-155 POST /v1/users/me/links/domains/custom/{id}/reset_validation_counter
A-156 GET /v2/my/rank
A-161 GET /healthz
A-162 POST /sentry/api/{project}/envelope
A-159 POST /v1/users/me/send-tools-mail
A-158 GET /v1/static_page/definitions
A-105 GET /v2/my/websearch/search
A-157 GET /v2/my/public/faq
A-157 GET /v2/public/faq
A-041 GET /r/{code}
A-106 GET /v2/my/unmasking/invitations
A-107 POST /v2/my/unmasking/invitations
A-108 PUT /v2/my/unmasking/invitations/{id}/accept
A-109 PUT /v2/my/unmasking/invitations/{id}/ignore
A-110 GET /v2/my/unmasking/settings
A-110 PUT /v2/my/unmasking/settings
A-111 GET /v2/my/unmasking/connections
A-112 DELETE /v2/my/unmasking/connections/{id}
A-113 GET /v2/my/sendbird/token
A-114 GET /v1/users/me/chat_token
A-115 POST /v2/my/sendbird/create_group_chat
A-116 GET /chat/channels
A-116 GET /chat/channels/{channel}/messages
A-116 POST /chat/channels/{channel}/messages
A-116 POST /chat/channels/{channel}/read
A-116 GET /chat/events
A-117 GET /v2/my/referrals
A-118 GET /v2/my/referrals/links
A-119 POST /v2/my/referrals/links
A-120 GET /v2/my/referrals/links/latest
A-121 GET /v2/my/referrals/summary
A-122 GET /v2/my/referrals/email_stats
A-123 POST /v2/my/referrals/send_mail
`

/** Not built yet. A call leaves this list in the commit that builds it, and none is added. */
const PENDING = `
`

export type ApiCall = { id: string; call: string }

const read = (table: string): ApiCall[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', ...call] = line.split(' ')
      return { id, call: call.join(' ') }
    })

export const BUILT_CALLS = read(BUILT)
export const PENDING_CALLS = read(PENDING)
