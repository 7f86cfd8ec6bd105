import type { ShortLink } from '#contract/links.ts'
import { readAgain } from './extraction.ts'
import { runAction } from './run-action.ts'

export const retryReading = (link: ShortLink) =>
  void runAction('read the page', () => readAgain(link.uuid))
