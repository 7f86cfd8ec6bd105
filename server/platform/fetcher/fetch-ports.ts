/**
 * Ports at which no shop answers but something else might: below 1024 everything except the web's
 * own, above it the ones that browsers refuse too, and the usual databases and caches.
 */
const REFUSED = new Set([
  ...'1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668'.split(' '),
  ...'6669 6679 6697 10080'.split(' '),
  ...'1433 1521 2375 2376 2379 3306 5432 6379 9200 11211 27017'.split(' '),
])

/** `port` as in a URL: empty for the scheme's own. */
export function isAllowedPort(port: string): boolean {
  if (port === '') return true
  const number = Number(port)
  return number === 80 || number === 443 || (number > 1023 && !REFUSED.has(port))
}
