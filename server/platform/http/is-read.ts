/** Returns whether a request with this method only reads. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'
