import { setting, type SettingGroup } from './setting.ts'

/** Settings of features, providers, secrets, logs and development. */
export const FEATURE_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Features',
    settings: [
      setting(
        'CHAT',
        ['`on` or `off`', 'on', 'off'],
        'Messages between creators, brands and support.',
      ),
      setting(
        'DESK_APPLY',
        ['`on` or `off`', 'off', 'on'],
        'Lets brands apply at `/desk/apply`. You decide about applications in the console.',
      ),
      setting(
        'REFERRAL_SHARE',
        ['percent, 0 to 100', '0', '10'],
        'Share of a new creator’s commissions paid to their referrer for a year.',
      ),
      setting(
        'REFERRAL_MAIL',
        ['`on` or `off`', 'off', 'on'],
        'Lets creators invite friends by mail, each address once.',
      ),
      setting(
        'TAX_FORM_FROM',
        ['US dollars per year', '', '600'],
        'Payouts above this sum wait for a tax form. Not set: no tax form is needed.',
      ),
      setting(
        'GEOIP_DB',
        ['file', '', '/var/lib/GeoIP/country.mmdb'],
        'Country database in MaxMind’s format. Not set: countries of clicks are unknown.',
      ),
      setting(
        'SEARCH_URL',
        ['URL', '', 'https://www.googleapis.com/customsearch/v1?cx=ID'],
        'Web search that answers like Google’s Custom Search. Needs `SEARCH_KEY`.',
      ),
      setting('SEARCH_KEY', ['text', '', 'secret'], 'Key for that search.'),
      setting(
        'PAGES_DIR',
        ['folder', '{DATA_DIR}/pages', '/etc/split/pages'],
        'Folder with `contact.md`, `terms.md`, `privacy.md` and `imprint.md`.',
      ),
    ],
  },
  {
    title: 'Name and look',
    note: 'These replace name, colours and logo everywhere: app, pages, mail, notifications and the browser extension. Devices get them with the next update of the app. Technical names stay: paths (`/splitlinks`), parameters (`create_split_link`), fields (`split_url`), cookies, headers, prefixes of keys and the names of files and packages.',
    settings: [
      setting(
        'PRODUCT_NAME',
        ['text, 1 to 30 characters', 'Split', 'Example Links'],
        'Name of the product.',
      ),
      setting(
        'PRODUCT_COLOR',
        ['colour', '', '#0b5fff'],
        'Colour of buttons and links on light pages. Must be readable on white (3 to 1); the colours of texts and of dark pages follow from it. Not set: green and pink.',
      ),
      setting(
        'PRODUCT_LOGO',
        ['file', '', '/etc/split/logo.svg'],
        'Logo as PNG or SVG, best square. Not set: the coin.',
      ),
      setting(
        'SUPPORT_EMAIL',
        ['email address', '{OPERATOR_EMAIL}', 'help@app.example'],
        'Address to which users write. Shown in pages and mail.',
      ),
    ],
  },
  {
    title: 'OpenID Connect',
    note: '[sign-in.md](sign-in.md#openid-connect) shows the set-up.',
    settings: [
      setting(
        'OIDC_ISSUER',
        ['URL', '', 'https://login.example.com'],
        'Provider with which users, brands and staff can sign in. Needs id and secret. It may be on this machine or in a private network.',
      ),
      setting('OIDC_CLIENT_ID', ['text', '', 'split'], 'Client at the provider.'),
      setting('OIDC_CLIENT_SECRET', ['text', '', 'secret'], 'Secret of that client.'),
      setting(
        'OIDC_NAME',
        ['text, 1 to 40 characters', 'host of the issuer', 'Example Inc'],
        'Name on the buttons, as in “Sign in with Example Inc”.',
      ),
      setting(
        'OIDC_ADMIN_CLAIM',
        ['claim=value', '', 'groups=split-admins'],
        'Who has this claim in the ID token may sign in to the console, as owner at first. Not set: staff sign in with passwords only.',
      ),
      setting(
        'PASSWORDS',
        ['`on` or `off`', 'on', 'off'],
        '`off`: users sign in only with the provider or a passkey. Needs `OIDC_ISSUER`.',
      ),
    ],
  },
  {
    title: 'Instagram and Facebook',
    note: 'Register an app with the provider. Its callback is `/v2/accounts/connect_with_instagram/callback/` (or `…_facebook/…`) on the host of the API.',
    settings: [
      setting(
        'INSTAGRAM_APP_ID',
        ['text', '', '1234567890'],
        'App at Instagram. Needs the secret. Not set: Instagram cannot be connected.',
      ),
      setting('INSTAGRAM_APP_SECRET', ['text', '', 'secret'], 'Secret of that app.'),
      setting(
        'INSTAGRAM_SCOPES',
        ['names, separated by commas', 'instagram_business_basic', 'instagram_business_basic'],
        'Permissions to ask for.',
      ),
      setting(
        'INSTAGRAM_AUTHORIZE_HOST',
        ['origin', 'https://www.instagram.com', 'https://www.instagram.com'],
        'Host of the consent screen.',
      ),
      setting(
        'INSTAGRAM_TOKEN_HOST',
        ['origin', 'https://api.instagram.com', 'https://api.instagram.com'],
        'Host that exchanges codes for tokens.',
      ),
      setting(
        'INSTAGRAM_API_HOST',
        ['origin', 'https://graph.instagram.com', 'https://graph.instagram.com'],
        'Host of the API.',
      ),
      setting(
        'FACEBOOK_APP_ID',
        ['text', '', '1234567890'],
        'App at Facebook. Needs the secret. Not set: Facebook cannot be connected.',
      ),
      setting('FACEBOOK_APP_SECRET', ['text', '', 'secret'], 'Secret of that app.'),
      setting(
        'FACEBOOK_AUTHORIZE_HOST',
        ['origin', 'https://www.facebook.com', 'https://www.facebook.com'],
        'Host of the consent screen.',
      ),
      setting(
        'FACEBOOK_API_HOST',
        ['origin', 'https://graph.facebook.com', 'https://graph.facebook.com'],
        'Host of the API.',
      ),
      setting('FACEBOOK_API_VERSION', ['version', 'v24.0', 'v24.0'], 'Version of the API.'),
    ],
  },
  {
    title: 'PayPal payouts',
    note: 'See [payouts.md](payouts.md). Not set: payouts are exported as a file and paid by hand.',
    settings: [
      setting(
        'PAYPAL_CLIENT_ID',
        ['text', '', 'AbCdEf123'],
        'Client id of a PayPal app with the Payouts permission. Needs the secret.',
      ),
      setting('PAYPAL_CLIENT_SECRET', ['text', '', 'secret'], 'Secret of that app.'),
      setting(
        'PAYPAL_API',
        ['origin', 'https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'],
        'PayPal’s API. The example is PayPal’s sandbox.',
      ),
    ],
  },
  {
    title: 'Secrets',
    note: 'Created at the first start in `DATA_DIR/secrets.json`. Set them only if several servers without a shared folder must have the same.',
    settings: [
      setting(
        'JWT_SECRET',
        ['text, 32 characters or more', '{secrets.json}', ''],
        'Signs sessions.',
      ),
      setting(
        'SIGNING_SECRET',
        ['text, 32 characters or more', '{secrets.json}', ''],
        'Signs links in mail and encrypts tokens of other services.',
      ),
      setting(
        'VAPID_PUBLIC_KEY',
        ['text', '{secrets.json}', ''],
        'Public key for push. Needs the private one.',
      ),
      setting('VAPID_PRIVATE_KEY', ['text', '{secrets.json}', ''], 'Private key for push.'),
    ],
  },
  {
    title: 'Logs, errors and metrics',
    settings: [
      setting(
        'LOG_LEVEL',
        ['`debug`, `info`, `warn` or `error`', 'info', 'warn'],
        'Least important log lines to write.',
      ),
      setting(
        'SENTRY_DSN',
        ['URL or `self`', '', 'self'],
        'Receiver of error reports. `self` stores them in `DATA_DIR/errors`. Not set: no reports.',
      ),
      setting(
        'METRICS_TOKEN',
        ['text, 16 characters or more', '', '32 random characters or so'],
        'Bearer token for `/metrics`. Requests from the same machine need none.',
      ),
      setting(
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        ['URL', '', 'http://127.0.0.1:4318'],
        'Collector of traces (OTLP over HTTP, JSON). Not set: no traces.',
      ),
      setting(
        'OTEL_EXPORTER_OTLP_HEADERS',
        ['names and values, separated by commas', '', 'authorization=Bearer%20secret'],
        'Headers for the collector.',
      ),
      setting(
        'OTEL_SERVICE_NAME',
        ['name', 'split', 'split-app-1'],
        'Name of this server in traces.',
      ),
    ],
  },
  {
    title: 'Development',
    settings: [
      setting(
        'VITE_ENDPOINT_ROOT',
        ['origin', '', 'https://api.app.example'],
        'Origin of the API, when it is another host of the same site. Read by `npm run build`.',
      ),
      setting(
        'CHANNEL',
        ['`production` or `staging`', 'production', 'staging'],
        'Version shown to the app.',
      ),
      setting('DIST_DIR', ['folder', 'dist/app', './dist/app'], 'Folder of the built app.'),
      setting(
        'ALLOW_PRIVATE_FETCH',
        ['`0` or `1`', '0', '1'],
        'Lets link previews and webhooks use private addresses. For tests only.',
      ),
    ],
  },
]
