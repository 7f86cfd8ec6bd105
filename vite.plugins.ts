import { build, type Plugin, type ResolvedConfig } from 'vite'
import { ENDPOINT_META } from './src/contract/app-constants.ts'
import { BREAKPOINTS } from './src/ui/breakpoints.ts'

const media = Object.entries(BREAKPOINTS)
  .map(([name, width]) => `@custom-media --${name} (min-width: ${width}px);`)
  .join('')

/** Gives every stylesheet the breakpoints as `@media (--desk)`, from the one table. */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  enforce: 'pre',
  transform(code, id) {
    return /\.css(\?|$)/.test(id) && code.includes('(--') ? { code: media + code, map: null } : null
  },
})

const WEIGHT = /\[\s*"(\w+)",\s*([\s\S]*?)\n {2}\],?/g
/** Phosphor draws regular lines 16 wide and bold ones 24. */
const BOLDER = '{ stroke: "currentColor", strokeWidth: 8 }'

/**
 * Every icon comes with six weights, of which the design uses three. Two are kept; bold is drawn as
 * regular with a wider line, so that an icon costs a third.
 */
export const iconWeights = (): Plugin => ({
  name: 'icon-weights',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('@phosphor-icons/react/dist/defs/')) return null
    const react = /import \* as (\w+) from/.exec(code)?.[1]
    const weights = new Map([...code.matchAll(WEIGHT)].map(([, name, drawing]) => [name, drawing]))
    const [regular, fill] = [weights.get('regular'), weights.get('fill')]
    if (!react || !regular || !fill) throw new Error(`Unknown icon format in ${id}`)
    return {
      code: `import * as ${react} from "react"
const regular = ${regular}
const bold = /* @__PURE__ */ ${react}.createElement("g", ${BOLDER}, regular)
export default /* @__PURE__ */ new Map([["regular", regular], ["bold", bold], ["fill", ${fill}]])`,
      map: null,
    }
  },
})

/** In the order in which a start runs them; `react` is the name by which the entry asks for its library. */
const FIRST_WAVE = ['react', 'vendor-react', 'vendor-router', 'start', 'first-screens']
/** What a device without a copy needs as well: named, and asked for by the entry when there is none. */
const FIRST_START = 'data'
/** Where the page names them: before the script that asks for them. */
const WAVE_HERE = '<!-- first wave -->'

/**
 * Names the files of a start in the page itself, so that all of them can be asked for at once
 * (src/boot/first-wave.ts); they are still run one after the other.
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
      if (!html.includes(WAVE_HERE)) throw new Error(`The page lacks ${WAVE_HERE}`)
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
        WAVE_HERE,
        [...hints, hint('first-start', keeper.fileName)].join('\n    '),
      )
    },
  },
})

/** After what the first paint waits for: the entry and what early.ts asks for. */
const hint = (rel: string, fileName: string) =>
  `<link rel="${rel}" href="/${fileName}"${fileName.endsWith('.css') ? ' as="style"' : ''} crossorigin fetchpriority="low" />`

const EARLY = 'src/early.ts'
const EARLY_TAG = `<script type="module" src="/${EARLY}"></script>`

/** Puts into the page itself what need not wait for a file. */
export function earlyScript(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'early-script',
    apply: 'build',
    configResolved: (resolved) => void (config = resolved),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const script = `<script>${await inOnePiece(config)}</script>`
        if (!html.includes(EARLY_TAG)) throw new Error(`The page lacks ${EARLY_TAG}`)
        return html.replace(EARLY_TAG, () => script)
      },
    },
  }
}

/** Its styles are those of the entry: the same files have the same class names. */
async function inOnePiece({ root, mode, define = {}, css, build: { target } }: ResolvedConfig) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    mode,
    define,
    css,
    plugins: [breakpoints()],
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
  // An end of the script within itself would end it there.
  if (!code || code.includes('</script')) throw new Error(`${EARLY} does not fit into the page`)
  return code
}

const STYLESHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)">/

/**
 * Puts the entry's styles into the page: nothing is painted before they are there, and as a file they
 * would come a journey later than the page, on a slow network as through the worker. Their link stays,
 * switched off, because what loads the files of a screen looks whether there is one.
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
      if (text.includes('</style')) throw new Error(`${fileName} does not fit into the page`)
      const off = link.replace('<link ', '<link disabled ')
      return html.replace(link, () => `<style>${text}</style>\n    ${off}`)
    },
  },
})

/** Says in the page where the API is, when that is another host: its server lets the browser call there. */
export const endpointTag = (root: string): Plugin => ({
  name: 'endpoint-tag',
  transformIndexHtml: () => {
    if (root === '') return []
    if (!/^https?:$/.test(URL.canParse(root) ? new URL(root).protocol : ''))
      throw new Error(`VITE_ENDPOINT_ROOT must be a URL like https://api.example, not ${root}`)
    return [{ tag: 'meta', attrs: { name: ENDPOINT_META, content: root }, injectTo: 'head' }]
  },
})
