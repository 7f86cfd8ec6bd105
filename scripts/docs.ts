// Writes the generated pages of docs: texts.md and configuration.md.
import { writeFileSync } from 'node:fs'
import { settingsPage } from '../server/platform/config/settings/settings-page.ts'
import { textsPage } from './texts/texts-page.mjs'

writeFileSync('docs/texts.md', textsPage())
writeFileSync('docs/configuration.md', settingsPage())
