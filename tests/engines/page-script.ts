import { build } from 'vite'

/** `in-page.ts` and what it imports as one script, which makes `person` known to the page. */
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
  // The library asks in which kind of Node it runs.
  return `(() => {
    const process = { env: {} }
    ${bundle.output[0].code}
    globalThis.person = person
  })()`
}
