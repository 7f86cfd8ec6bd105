/**
 * Browser features that the tests do not need. Chromium uses only the last such list, so this one
 * repeats the features that Playwright disables.
 */
const OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // The suggestion list of the address bar. It loads two pages for each window and takes a second
  // of processor time each, which was a third of the whole run.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/**
 * Starts the full browser. The headless shell saves little (7 % of the processor time in a sample
 * of 41 tests), and it crashes the page when a worker sets or clears a badge, as each sign-out
 * does. With `--disable-kill-after-bad-ipc` the page survives, but its worker loses databases,
 * locks and notifications.
 */
export const launchOptions = {
  ...(process.env['E2E_BROWSER'] && { executablePath: process.env['E2E_BROWSER'] }),
  args: [
    // Without these flags, a browser on a machine without internet keeps looking up the hosts of
    // its vendor.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${OFF.join(',')}`,
  ],
}
