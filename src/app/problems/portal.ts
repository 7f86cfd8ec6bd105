/** Address that bypasses the worker, so that the sign-in page of a captive portal appears. */
export const PORTAL_PAGE = '/healthz'
