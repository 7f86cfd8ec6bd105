/** Returns the token of an `Authorization: Bearer` header; undefined without one. */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
