import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import type { ImportPlan, LinkImport } from '#contract/imports.ts'
import { ImportDialog } from '#features/links/imports/import-dialog.tsx'
import { openMirror } from '#live/mirror.ts'
import { FakeUpload } from './fake-upload.ts'
import { fakeApi, type Answer } from './fake-api.ts'
import { signInAs } from './links-server.ts'
import { renderAt } from './render-at.tsx'

/** API of the dialog. Set up for each test in files that call `withImportServer`. */
export let api: ReturnType<typeof fakeApi>

export function withImportServer() {
  beforeEach(() => {
    signInAs('ana')
    openMirror()
    vi.stubGlobal('XMLHttpRequest', FakeUpload)
    api = fakeApi({})
    last([])
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const IMPORT = '/v2/my/links/import/'
export const ID = '00000000-0000-4000-8000-000000000001'

export const aPlan = (more: Partial<ImportPlan> = {}): ImportPlan => ({
  rows: 2,
  source: 'bitly',
  columns: [
    { header: 'long_url', field: 'url' },
    { header: 'clicks', field: null },
  ],
  counts: { new: 1, existing: 0, recoded: 0, errors: 1 },
  new_collections: ['Lamps'],
  short_hosts: ['bit.ly'],
  undated: 0,
  codes_elsewhere: 0,
  clicks_before: 0,
  unknown_zones: [],
  encoding: { encoding: 'utf-8', reason: 'utf-8' },
  dates: { count: 0, order: null },
  unescaped: 0,
  spellings: [],
  preview: [
    {
      row: 2,
      outcome: 'new',
      url: 'https://a.example/',
      short_code: 'sale',
      name: 'A lamp',
      tags: ['light'],
      collections: ['Lamps'],
      message: '',
    },
  ],
  problems: [
    { row: 3, outcome: 'error', column: 'long_url', message: 'Paste a URL.', cells: ['', '7'] },
  ],
  ...more,
})

export const aRun = (more: Partial<LinkImport> = {}): LinkImport => ({
  id: ID,
  file_name: 'mine.csv',
  status: 'running',
  total: 200,
  done: 100,
  counts: { new: 100, existing: 0, recoded: 0, errors: 0 },
  new_collections: 0,
  created_at: '2026-05-12T10:00:00.000Z',
  finished_at: null,
  ...more,
})

/** Sets the earlier imports and other answers. */
export function last(results: LinkImport[], also: Record<string, Answer> = {}) {
  api.change({ [`GET ${IMPORT}`]: { results, next: null, count: results.length }, ...also })
}

export const open = () => renderAt('/splitlinks', '/splitlinks?import=', ImportDialog)
export const FILE = new File(['long_url\nhttps://a.example/'], 'mine.csv', { type: 'text/csv' })

export async function choose(file = FILE) {
  await screen.findByRole('button', { name: 'Choose a CSV file' })
  await userEvent.upload(screen.getByLabelText('CSV file'), file)
}

export async function planned(plan: ImportPlan) {
  await choose()
  const upload = await FakeUpload.next()
  upload.answer(200, { result: plan })
  await screen.findByText('Rows to check')
  return upload
}
