/** An address that only our server answers: the worker lets it by, so a portal's own page shows. */
export const PORTAL_PAGE = '/healthz'
