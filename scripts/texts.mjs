// Writes docs/texts.md: all texts that users can read, by screen.
import { writeFileSync } from 'node:fs'
import { textsPage } from './texts/texts-page.mjs'

writeFileSync('docs/texts.md', textsPage())
