// Creates docs/texts.md from the texts in the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { textsOf } from './texts-of.mjs'

/** Parts of the page: heading, and folders whose texts are listed under it. */
const PARTS = [
  {
    title: 'App',
    roots: [
      'src/features',
      'src/app',
      'src/ui',
      'src/boot',
      'src/live',
      'src/api',
      'src/http',
      'src/mirror',
      'sw',
    ],
  },
  { title: 'Browser extension', roots: ['extension'] },
  { title: 'Answers of the API, pages and mail', roots: ['src/contract', 'server'] },
]
/** Files whose texts only the operator reads. They are left out. */
const OPERATOR_FILES =
  /^server\/(?:operator\/(?!legal|help|reports|appeals|leaving|exports)|operator\.ts|platform\/(?:db|config|jobs|storage|log|secrets|error-reports)|main\.ts|start\.ts|jobs\.ts)/

const HEAD = `# Texts

For reviewers and translators: every text that users can read, by screen. Words in braces are filled in when
the text is shown. Texts of the operator's commands are not listed.

\`npm run docs\` generates this page from the sources; a test keeps it current.
`

/** Returns the content of docs/texts.md. */
export function textsPage() {
  return HEAD + PARTS.map(partOf).join('')
}

/** @param {{ title: string; roots: string[] }} part */
function partOf({ title, roots }) {
  /** @type {Map<string, string[]>} */
  const screens = new Map()
  for (const path of roots.flatMap(sources)) {
    const texts = textsOf(path, readFileSync(path, 'utf8'))
    const [, screen = '', file = ''] =
      /^(?:src\/features\/|src\/|)(.+)\/(.+)\.tsx?$/.exec(path) ?? []
    const rows = texts.map((text) => `| ${escape(text)} | ${file} |\n`)
    screens.set(screen, [...(screens.get(screen) ?? []), ...rows])
  }
  const tables = [...screens].filter(([, rows]) => rows.length > 0)
  return `\n## ${title}\n` + tables.map(([screen, rows]) => table(screen, rows)).join('')
}

const table = (/** @type {string} */ screen, /** @type {string[]} */ rows) =>
  `\n### ${screen}\n\n| Text | File |\n| --- | --- |\n${rows.join('')}`

const escape = (/** @type {string} */ text) => text.replace(/[\\|<>*_`[\]]/g, (sign) => `\\${sign}`)

const sources = (/** @type {string} */ root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => `${root}/${file}`)
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path) && !OPERATOR_FILES.test(path),
    )
    .sort()
