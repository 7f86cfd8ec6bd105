/**
 * Features of the browser that no test is about. Chromium takes the last such list alone, so what
 * Playwright turns off stands here again.
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
  // The list under the address bar, which nobody sees: two pages of its own for each window, a second of
  // the processor each time, which was a third of the whole run.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/**
 * The whole browser. Its headless shell spares little (7 % of the processor, in a sample of 41 tests), and
 * there a worker that sets or clears a badge, as at every sign-out, ends its page. With
 * `--disable-kill-after-bad-ipc` the page stays, but its worker loses databases, locks and notifications.
 */
export const launchOptions = {
  ...(process.env['E2E_BROWSER'] && { executablePath: process.env['E2E_BROWSER'] }),
  args: [
    // Without these a browser on a machine with no internet keeps looking up its maker's hosts.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${OFF.join(',')}`,
  ],
}
