/**
 * Ports that are refused because they belong to other services than web servers. Below 1024 only
 * the web's own ports are allowed; above, this list has those that browsers refuse, and usual
 * databases and caches.
 */
const REFUSED_PORTS = new Set([
  ...'1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668'.split(' '),
  ...'6669 6679 6697 10080'.split(' '),
  ...'1433 1521 2375 2376 2379 3306 5432 6379 9200 11211 27017'.split(' '),
])

/** Returns whether a port of a URL may be used. An empty port is the default of the scheme. */
export function isAllowedPort(port: string): boolean {
  if (port === '') return true
  const number = Number(port)
  return number === 80 || number === 443 || (number > 1023 && !REFUSED_PORTS.has(port))
}
