import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { EXTENSION_PATH } from '#contract/browser-extension.ts'
import { PACKAGES, type PackageName } from '../../../extension/package/manifest.ts'
import { packageFile, packExtension } from '../../../extension/package/package.ts'
import type { AppEnv, Deps } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { ExtensionPage, SignedInPage } from './extension-page.tsx'
import { storeAddresses } from './store-addresses.ts'

/** Routes of the browser extension: a page with its packages, and the end of its sign-in. */
export const extension = new Hono<AppEnv>()
  .get('/', async (c) => {
    c.header('Cache-Control', 'no-cache')
    const stores = await storeAddresses(c.var.deps.db)
    const downloads = {
      chrome: EXTENSION_PATH + packageFile('chrome'),
      firefox: EXTENSION_PATH + packageFile('firefox'),
    }
    return answerPage(c, <ExtensionPage stores={stores} downloads={downloads} />)
  })

  .get('/signed-in', (c) => {
    c.header('Cache-Control', 'no-store')
    // The address contains the code of the sign-in.
    c.header('Referrer-Policy', 'no-referrer')
    return answerPage(c, <SignedInPage />)
  })

for (const browser of PACKAGES)
  extension.get(`/${packageFile(browser)}`, async (c) => {
    const bytes = await packed(c.var.deps, browser)
    if (bytes === null) return c.text('The extension has not been built: npm run build', 404)
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'application/zip')
    return c.body(new Uint8Array(bytes))
  })

/** Packages of this process by folder, browser and origin, packed on their first request. */
const packages = new Map<string, Promise<Uint8Array>>()

/** Returns the package for this installation; null if the extension has not been built. */
async function packed({ config, icons }: Deps, browser: PackageName): Promise<Uint8Array | null> {
  const { appOrigin, distDir } = config
  const folder = join(distDir, '../extension/files')
  if (!existsSync(folder)) return null
  const key = `${folder} ${browser} ${appOrigin}`
  const bytes = packages.get(key) ?? packExtension(folder, browser, appOrigin, icons)
  packages.set(key, bytes)
  return bytes
}
