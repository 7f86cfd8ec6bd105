const NO_CONTENT = 204

/** JSON, or nothing at all; no API call of ours answers anything else, a captive portal does. */
export const isOurs = (response: Response) =>
  response.status === NO_CONTENT || /\bjson\b/i.test(response.headers.get('Content-Type') ?? '')
