import { Problem, unreachable } from '../api/problem.ts'
import { report } from '../api/report.ts'
import { serverHost } from '../server-address.ts'
import { loadShops } from '../shops/shops.ts'
import { read, remove, write } from '../stored.ts'
import { saveAccess } from './access.ts'
import { exchange, prepareSignIn } from './oauth.ts'

/**
 * Opens the sign-in of the server in a new tab.
 *
 * @throws Problem if the server cannot be reached.
 */
export async function startSignIn(): Promise<void> {
  const { signIn, address } = await prepareSignIn().catch(() => {
    throw unreachable(serverHost())
  })
  await write('signIn', signIn)
  await chrome.tabs.create({ url: address })
}

/**
 * Completes a sign-in with the address of the page to which the server has sent the user.
 *
 * @throws Problem if this sign-in was not started here or was refused.
 */
export async function completeSignIn(address: string): Promise<void> {
  const signIn = await read('signIn')
  if (signIn === undefined) throw new Problem('Start the sign-in from the extension.', 'sign-in')
  await remove('signIn')
  await saveAccess(await exchange(signIn, address))
  // The server can assign the installation to an account only now.
  await report('installed')
  await loadShops().catch(() => undefined)
}
