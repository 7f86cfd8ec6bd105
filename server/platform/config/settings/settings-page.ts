import { FEATURE_SETTINGS } from './feature-settings.ts'
import { SERVER_SETTINGS } from './server-settings.ts'
import { SECRET_SETTINGS } from '../secret-files.ts'
import type { Setting, SettingGroup } from './setting.ts'

/** All settings, in the order of docs/configuration.md. */
export const SETTINGS = [...SERVER_SETTINGS, ...FEATURE_SETTINGS]

const HEAD = `# Configuration

For operators: all settings of Split, with defaults and examples. After reading this page you can configure a
server. A first start needs none of them.

Settings are environment variables and are read once at start. If a value is invalid, the process prints one line
and exits with code 1. An empty variable counts as not set. Values in braces refer to other settings.

Secrets can be in files, as containers provide them: set \`NAME_FILE\` instead of \`NAME\` for
${SECRET_SETTINGS.map((name) => `\`${name}\``).join(', ')}.

\`npm run docs\` generates this page from \`server/platform/config/settings\`; a test keeps it current.
`

/** Returns the content of docs/configuration.md. */
export const settingsPage = (): string => HEAD + SETTINGS.map(groupOf).join('')

const groupOf = ({ title, note, settings }: SettingGroup) =>
  `\n## ${title}\n\n${note ? `${note}\n\n` : ''}${table(settings)}`

const table = (settings: readonly Setting[]) =>
  '| Name | Meaning | Unit | Default | Example |\n| --- | --- | --- | --- | --- |\n' +
  settings.map((setting) => `| ${cells(setting).join(' | ')} |\n`).join('')

const cells = ({ name, meaning, unit, default: byDefault, example }: Setting) => [
  code(name),
  meaning,
  unit,
  code(byDefault),
  code(example),
]

const code = (value: string) => (value === '' ? '–' : `\`${value}\``)
