import { build } from 'vite'

/** Returns `in-page.ts` and its imports as one script that defines the global `person`. */
export async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: 'tests/engines/in-page.ts', formats: ['iife'], name: 'person' },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built')
  // Testing Library reads `process.env`, which a page does not have.
  return `(() => {
    const process = { env: {} }
    ${bundle.output[0].code}
    globalThis.person = person
  })()`
}
