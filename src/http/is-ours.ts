const NO_CONTENT = 204

/**
 * Returns whether the answer is JSON or empty. Our API sends nothing else; a captive portal sends
 * HTML.
 */
export const isServerAnswer = (response: Response) =>
  response.status === NO_CONTENT || /\bjson\b/i.test(response.headers.get('Content-Type') ?? '')
