/** How caches and notifications name a link: the same for every spelling of its code. */
export const linkKey = (domainId: number, shortCode: string) =>
  `${domainId}:${shortCode.toLowerCase()}`

/** Row of `link_domains` that stands for the installation's own short host. */
export const OWN_DOMAIN = 1
