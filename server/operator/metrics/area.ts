/** Beginnings of paths and the area that metrics name. Everything else is part of the app. */
const AREAS: readonly [RegExp, string][] = [
  [/^\/v[12]\//, 'api'],
  [/^\/chat\//, 'chat'],
  [/^\/mcp(\/|$)/, 'mcp'],
  [/^\/desk(\/|$)/, 'desk'],
  [/^\/console(\/|$)/, 'console'],
  [/^\/(postback|hooks)(\/|$)/, 'shops'],
  [/^\/(media|cdn-cgi)\//, 'pictures'],
  [/^\/(p|w|s|r)\//, 'pages'],
  [/^\/(healthz|livez|metrics)$/, 'operation'],
  [/^\/edge\//, 'edge'],
]

/** Returns the area of a path, one of a few, because each area is a series in Prometheus. */
export const areaOf = (path: string): string =>
  AREAS.find(([start]) => start.test(path))?.[1] ?? 'app'
