import { build, type Plugin, type ResolvedConfig } from 'vite'
import { ENDPOINT_META } from './src/contract/app-constants.ts'
import { BREAKPOINTS } from './src/ui/styles/breakpoints.ts'
import { shortNames } from './vite.classes.ts'

const media = Object.entries(BREAKPOINTS)
  .map(([name, width]) => `@custom-media --${name} (min-width: ${width}px);`)
  .join('')

/** Adds the breakpoints to every stylesheet as `@media (--desk)`, from one table. */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  enforce: 'pre',
  transform(code, id) {
    return /\.css(\?|$)/.test(id) && code.includes('(--') ? { code: media + code, map: null } : null
  },
})

/**
 * Makes React's function for elements a named export. As a property of a CommonJS module, each of
 * its thousands of calls would be longer.
 */
export const jsxExports = (): Plugin => ({
  name: 'jsx-exports',
  apply: 'build',
  transform(_, id) {
    if (!/node_modules[/\\]react[/\\]jsx-runtime\.js$/.test(id)) return null
    return {
      code: `import runtime from './cjs/react-jsx-runtime.production.js'
export const { jsx, Fragment } = runtime
export { jsx as jsxs }`,
      map: null,
    }
  },
})

/**
 * Chunks in the order in which a start runs them. `react` is the name of the chunk through which
 * the entry loads its library.
 */
const FIRST_WAVE = ['react', 'vendor-react', 'vendor-router', 'start', 'first-screens']
/** Chunk that a device without local data needs too. The entry loads it only then. */
const FIRST_START = 'data'
/** Placeholder for the names, before the script that loads them. */
const WAVE_PLACEHOLDER = '<!-- first wave -->'

/**
 * Puts the names of the start's files into the page, so that all of them can be loaded at once
 * (src/boot/first-wave.ts). They still run one after the other.
 */
export const firstWave = (): Plugin => ({
  name: 'first-wave',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const named = (name: string) => chunks.find((chunk) => chunk.name === name)
      const wave = new Set(FIRST_WAVE.map(named))
      const keeper = named(FIRST_START)
      if (wave.has(undefined) || !keeper)
        throw new Error(`The build lacks one of ${[...FIRST_WAVE, FIRST_START].join(', ')}`)
      if (!html.includes(WAVE_PLACEHOLDER)) throw new Error(`The page lacks ${WAVE_PLACEHOLDER}`)
      for (const one of wave)
        for (const to of one?.imports ?? [])
          wave.add(chunks.find(({ fileName }) => fileName === to))
      const found = [...wave].filter((chunk) => chunk !== undefined)
      const styles = found.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const files = [...found.map(({ fileName }) => fileName), ...styles]
      const hints = files
        .filter((fileName) => !html.includes(fileName))
        .map((fileName) => hint('first-wave', fileName))
      return html.replace(
        WAVE_PLACEHOLDER,
        [...hints, hint('first-start', keeper.fileName)].join('\n    '),
      )
    },
  },
})

/**
 * Leaves the start's scripts out of the files that an `import()` loads in advance. They are loaded
 * by then, and each list of names costs bytes in every file that has one.
 */
export const withoutStartFiles = (_: string, dependencies: string[]) =>
  dependencies.filter((path) => !START_SCRIPT.test(path))

const START_SCRIPT = new RegExp(
  `/(?:entry|rolldown-runtime|${FIRST_WAVE.join('|')})-[\\w-]{8}\\.js$`,
)

/** Low priority: the first paint waits only for the entry and what early.ts loads. */
const hint = (rel: string, fileName: string) =>
  `<link rel="${rel}" href="/${fileName}"${fileName.endsWith('.css') ? ' as="style"' : ''} crossorigin fetchpriority="low" />`

const EARLY = 'src/early.ts'
const EARLY_TAG = `<script type="module" src="/${EARLY}"></script>`

/** Inlines the early script into the page, which saves a request. */
export function earlyScript(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'early-script',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const script = `<script>${await buildEarlyScript(config)}</script>`
        if (!html.includes(EARLY_TAG)) throw new Error(`The page lacks ${EARLY_TAG}`)
        return html.replace(EARLY_TAG, () => script)
      },
    },
  }
}

/**
 * Builds the early script as one file. It uses the entry's class names, because it imports the same
 * style files.
 */
async function buildEarlyScript({
  root,
  mode,
  define = {},
  css,
  build: { target },
}: ResolvedConfig) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    mode,
    define,
    css,
    plugins: [breakpoints(), shortNames()],
    build: {
      write: false,
      copyPublicDir: false,
      target,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: EARLY, output: { format: 'iife' } },
    },
  })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = files.find((file) => file.type === 'chunk')?.code.trim()
  // A closing tag in the code would end the inline script.
  if (!code || code.includes('</script'))
    throw new Error(`${EARLY} contains a closing tag and cannot be inlined`)
  return code
}

const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)">/

/**
 * Inlines the entry's styles. The first paint needs them, and as a file they would arrive one round
 * trip after the page. Their link stays in the page, disabled, because the code that loads chunk
 * styles checks whether it exists.
 */
export const entryStyles = (): Plugin => ({
  name: 'entry-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const [link, fileName = ''] = STYLESHEET.exec(html) ?? []
      const file = bundle[fileName]
      if (!link || file?.type !== 'asset') throw new Error('The page lacks the styles of its entry')
      const text = String(file.source).trim()
      if (text.includes('</style'))
        throw new Error(`${fileName} contains a closing tag and cannot be inlined`)
      const off = link.replace('<link ', '<link disabled ')
      return html.replace(link, () => `<style>${text}</style>\n    ${off}`)
    },
  },
})

/**
 * Writes the API's address into the page if it is another host, so that the server's policy allows
 * requests to it.
 */
export const endpointTag = (root: string): Plugin => ({
  name: 'endpoint-tag',
  transformIndexHtml: () => {
    if (root === '') return []
    if (!/^https?:$/.test(URL.canParse(root) ? new URL(root).protocol : ''))
      throw new Error(`VITE_ENDPOINT_ROOT must be a URL like https://api.example, not ${root}`)
    return [{ tag: 'meta', attrs: { name: ENDPOINT_META, content: root }, injectTo: 'head' }]
  },
})
