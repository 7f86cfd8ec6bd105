/** Name of the product in the specification. */
export const DEFAULT_NAME = 'Split'

/** Root element of the page, which has the name in `data-product`. */
type Root = { dataset: Record<string, string | undefined> }
declare const document: { documentElement: Root } | undefined
declare const process: { env: Record<string, string | undefined> } | undefined
declare const self: { PRODUCT_NAME?: string } | undefined

/**
 * Name of the product, set by the operator (`PRODUCT_NAME`). The server reads its environment and
 * writes the name into the page and into the service worker, so that the app needs no build of its
 * own and no request for it.
 */
export const APP_NAME: string = /* @__PURE__ */ configuredName() || DEFAULT_NAME

/** Returns the name for user agents and robots.txt files, which allow letters and digits only. */
export const botName = () => `${APP_NAME.replace(/[^A-Za-z\d]/g, '') || DEFAULT_NAME}Bot`

function configuredName(): string | undefined {
  // Not globalThis: the page for outdated browsers shows the name, too.
  if (typeof document === 'object') return document?.documentElement.dataset['product']
  if (typeof process === 'object') return process?.env['PRODUCT_NAME']?.trim()
  return typeof self === 'object' ? self?.PRODUCT_NAME : undefined
}
