import { read, remove, write, type Access } from '../stored.ts'
import { refresh, revoke } from './oauth.ts'

/** Returns the token of the signed-in user; undefined if nobody is signed in. */
export const accessToken = async (): Promise<string | undefined> => (await read('access'))?.token

export const saveAccess = (access: Access): Promise<void> => write('access', access)

/** Forgets the account and everything that belongs to it. */
export const endAccess = (): Promise<void> => remove('access', 'signIn', 'shops')

/**
 * Returns a new token in place of an expired one; undefined if the user must sign in again. Of
 * several windows one renews it, because each refresh token can be used once.
 */
export function renewedToken(expired: string): Promise<string | undefined> {
  return navigator.locks.request('renew', {}, async () => {
    const access = await read('access')
    if (access === undefined || access.token !== expired) return access?.token
    const renewed = await refresh(access)
    if (renewed) await saveAccess(renewed)
    return renewed?.token
  })
}

/** Signs out here and on the server. Without a connection, the token ends by itself there. */
export async function signOut(): Promise<void> {
  const access = await read('access')
  await endAccess()
  if (access) await revoke(access).catch(() => undefined)
}
