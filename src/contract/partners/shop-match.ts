/**
 * Returns the host and its parent domains, the most specific first: `de.shop.example`,
 * `shop.example` and so on.
 */
export function withParents(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/**
 * Returns whether the path is `of` or below it: `/eu` contains `/eu` and `/eu/lamp` but not
 * `/europe`.
 */
export const isAtOrBelow = (path: string, of: string): boolean =>
  path === of || path.startsWith(`${of}/`)
