import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { contentCommand } from '../../../../server/operator/content.ts'
import type { TestServer } from '../test-app.ts'

/**
 * Creates a folder for the operator's content file and pictures, and runs the operator's command
 * with it.
 */
export function createContentFolder(server: TestServer) {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-content-'))
  const path = join(folder, 'content.yaml')

  async function run(args: string[], said: { 'dry-run'?: boolean } = {}): Promise<string> {
    const command = contentCommand(['content', ...args])
    if (!command) throw new Error('no such command')
    try {
      return await command(said)(server.deps.db, server.deps.config)
    } catch (error) {
      return (error as Error).message.replaceAll(folder, '')
    }
  }
  return {
    folder,
    path,
    write: (yaml: string) => writeFileSync(path, yaml),
    /** Returns the output of the command, or its error message. */
    apply(yaml: string) {
      writeFileSync(path, yaml)
      return run(['apply', path])
    },
    dryRun(yaml: string) {
      writeFileSync(path, yaml)
      return run(['apply', path], { 'dry-run': true })
    },
    export: (file?: string) => run(['export', ...(file === undefined ? [] : [join(folder, file)])]),
    applyFile: (file: string) => run(['apply', join(folder, file)]),
    async picture(name: string, background = '#0B3B2A') {
      const create = { width: 64, height: 64, channels: 3 as const, background }
      writeFileSync(join(folder, name), await sharp({ create }).png().toBuffer())
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Creates such a folder and deletes it after the tests of the file. */
export function contentFolder(server: TestServer) {
  const files = createContentFolder(server)
  afterAll(() => files.remove())
  return files
}

/** Example of an operator's content file. */
export const KITCHEN = `
categories: [Home, Beauty]
brands:
  - key: sample-kitchen
    name: Sample Kitchen
    logo: kitchen.png
    text: Pots and pans that are made to be repaired.
    website: https://kitchen.example
    stores: [kitchen.example, shop.mall.example/eu]
    rate: 12.5
    creator_share: 80
    hold_days: 30
    min_hold_hours: 72
    window_days: 30
    return_days: 14
    base: net
    pays: when_funded
    attribution: click_first
    click_param: kid
    categories: [Home]
campaigns:
  - { key: light-week, brand: sample-kitchen, name: Light Week, text: Show one lamp., starts_at: 2027-06-03, ends_at: 2027-06-09, apply_message: "Hello, I would like to show a lamp." }
promotions:
  - { key: five, type: bonus_opp, title: "$25 when you sell five", brand: sample-kitchen, bonus_amount: 25, url: https://kitchen.example/five }
  - { key: fair, type: event, title: Spring fair, ends_at: 2027-05-01T18:00:00Z }
charities:
  - { key: sample-aid, name: Sample Aid, text: Helps., website: https://aid.example, logo: kitchen.png }
vendors:
  - { key: sample-shop, name: Sample Shop }
faq:
  - { key: money, question: When am I paid?, answer: "When the brand has agreed.", category: Money }
pages:
  - { key: terms, title: Terms, text: "Be fair." }
onboarding:
  earningsInfo: { title: Earn more, text: "About 3x higher.", basis: "Our sales of 2026." }
rates: { EUR: 1.08 }
bonus: true
bonus_paid_by: Sample Ltd
`
