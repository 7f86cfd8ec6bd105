/** Returns the origin of the installation that this copy of the extension belongs to. */
export const serverOrigin = (): string =>
  new URL(chrome.runtime.getManifest().homepage_url ?? '').origin

/** Returns the host of the installation, as screens show it. */
export const serverHost = (): string => new URL(serverOrigin()).host
