/** Returns the origin of the installation that this copy of the extension belongs to. */
export const serverOrigin = (): string =>
  new URL(chrome.runtime.getManifest().homepage_url ?? '').origin

/** Returns the name of the product. The server that packs the extension writes it into the manifest. */
export const productName = (): string => chrome.runtime.getManifest().name

/** Returns the host of the installation, as screens show it. */
export const serverHost = (): string => new URL(serverOrigin()).host
