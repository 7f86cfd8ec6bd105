/** Row of `link_domains` that stands for the installation's own short host. */
export const OWN_DOMAIN = 1

/**
 * How caches and notifications name a link: the same for every spelling of its code. Nobody can prove
 * a domain to be theirs yet, so the links of every domain are served by the installation's own host.
 */
export const linkKey = (_domainId: number, shortCode: string) =>
  `${OWN_DOMAIN}:${shortCode.toLowerCase()}`
