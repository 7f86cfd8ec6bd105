import { APP_NAME, PRODUCT_SLUG } from '#contract/app-constants.ts'
import { SIGNED_IN_PATH } from '#contract/browser-extension.ts'
import { USAGE_DATA } from '../data-collection.ts'

/** Browsers that get their own package. Edge loads the one for Chrome. */
export const PACKAGES = ['chrome', 'firefox'] as const
export type PackageName = (typeof PACKAGES)[number]

export const EXTENSION_VERSION = '1.0.0'

/**
 * Builds the manifest for one browser. The address of the installation is part of it, so that the
 * extension asks for no access to other sites.
 */
export function manifest(browser: PackageName, origin: string): Record<string, unknown> {
  return {
    manifest_version: 3,
    name: APP_NAME,
    version: EXTENSION_VERSION,
    description: `Create ${APP_NAME} links for the page you are on.`,
    // The extension reads the address of its server from here.
    homepage_url: `${origin}/`,
    icons: ICONS,
    action: { default_title: `Create a ${APP_NAME} link`, default_popup: 'popup.html' },
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+S' } } },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['activeTab', 'contextMenus', 'storage'],
    content_scripts: [
      { matches: [signedInPattern(origin)], js: ['signed-in.js'], run_at: 'document_end' },
    ],
    content_security_policy: { extension_pages: policy(origin) },
    ...(browser === 'chrome' ? CHROME : firefox(origin)),
  }
}

const ICONS = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon-${size}.png`]))

/** Matches the page that receives the result of a sign-in. Patterns contain no port. */
function signedInPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}${SIGNED_IN_PATH}*`
}

/** Allows the files of the package and requests to the own server, and nothing else. */
const policy = (origin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${origin}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const CHROME = {
  minimum_chrome_version: '123',
  background: { service_worker: 'background.js', type: 'module' },
}

const firefox = (origin: string) => ({
  background: { scripts: ['background.js'], type: 'module' },
  browser_specific_settings: {
    gecko: {
      id: `${PRODUCT_SLUG}@${new URL(origin).hostname.replaceAll(/[^a-z0-9.-]/gi, '-')}`,
      strict_min_version: '142.0',
      data_collection_permissions: {
        // The address of the page for which a link is created.
        required: ['browsingActivity'],
        // Reports of actions in the extension, see `report`.
        optional: [USAGE_DATA],
      },
    },
  },
})
