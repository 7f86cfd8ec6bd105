/**
 * First path segments that the server answers itself (D-78). The service worker's navigation
 * fallback, the server's fallback to the app and a test use this list. Add a new server path here
 * first.
 */
export const SERVER_SURFACES = [
  's',
  'p',
  'r',
  'w',
  'multi-connect',
  'v1',
  'v2',
  'wp',
  'device',
  'media',
  'cdn-cgi',
  'exports',
  'chat',
  'desk',
  'console',
  'domains',
  'developers',
  'extension',
  'postback',
  'hooks',
  'oauth',
  'mcp',
  'edge',
  '.well-known',
  'confirm-email',
  'mail',
  'sentry',
  'healthz',
  'livez',
  'metrics',
  'contact',
  'terms',
  'privacy',
  'imprint',
  'about',
  'accessibility',
  'assets',
  'fonts',
  'icons',
] as const

const firstSegment = (pathname: string) => pathname.split('/')[1] ?? ''

/**
 * Returns whether the server and not the app answers this path, for example `/s/x`, `/v1/users/me`
 * or a file with an extension.
 */
export function isServerSurface(pathname: string): boolean {
  const first = firstSegment(pathname)
  return (SERVER_SURFACES as readonly string[]).includes(first) || /\.[a-z0-9]+$/i.test(pathname)
}
