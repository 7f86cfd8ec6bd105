import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IMPORT_MAX_BYTES, type ImportPlan, type LinkImport } from '#contract/imports.ts'
import { warm } from '#mirror/page.ts'
import { FakeUpload } from '../../../tests/support/window/fake-upload.ts'
import {
  answers,
  linksServer,
  signInAs,
  type Respond,
} from '../../../tests/support/window/links-server.ts'
import { renderAt } from '../../../tests/support/window/render-at.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { problemsFile } from './problems-file.ts'

const { json } = answers

let server: ReturnType<typeof linksServer>
beforeEach(() => {
  signInAs('ana')
  warm()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  server = linksServer()
  last([])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const IMPORT = '/v2/my/links/import/'
const ID = '00000000-0000-4000-8000-000000000001'

const aPlan = (more: Partial<ImportPlan> = {}): ImportPlan => ({
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

const aRun = (more: Partial<LinkImport> = {}): LinkImport => ({
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

/** What the server says of earlier imports; other calls as `also` says. */
function last(results: LinkImport[], also: Respond = () => undefined) {
  server.instead((asked) =>
    asked.method === 'GET' && asked.path === IMPORT
      ? json({ results, next: null, count: results.length })
      : also(asked),
  )
}

const open = () => renderAt('/splitlinks', '/splitlinks?import=', ImportDialog)
const FILE = new File(['long_url\nhttps://a.example/'], 'mine.csv', { type: 'text/csv' })

async function choose(file = FILE) {
  await screen.findByRole('button', { name: 'Choose a CSV file' })
  await userEvent.upload(screen.getByLabelText('CSV file'), file)
}

async function planned(plan: ImportPlan) {
  await choose()
  const upload = await FakeUpload.next()
  upload.answer(200, { result: plan })
  await screen.findByText('Rows that need a look')
  return upload
}

describe('a file', () => {
  test('is sent to be looked at, with its progress, and nothing is imported yet', async () => {
    await open()
    await choose()
    const upload = await FakeUpload.next()
    expect(upload.url).toContain(`${IMPORT}?dry_run=true&name=mine.csv`)
    expect(upload.form?.get('file')).toBeInstanceOf(File)
    upload.progress(1, 4)
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Sending the file',
    })
    expect(bar.value).toBe(0.25)
    upload.progress(4, 4)
    expect(await screen.findByText('Looking at the rows')).toBeTruthy()
    upload.answer(200, { result: aPlan() })
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('can be dropped on the dialog', async () => {
    await open()
    const zone = (await screen.findByRole('button', { name: 'Choose a CSV file' })).parentElement
    if (!zone) throw new Error('no place to drop')
    fireEvent.drop(zone, { dataTransfer: { files: [FILE] } })
    expect((await FakeUpload.next()).form?.get('file')).toBeInstanceOf(File)
  })

  test('that is too large or empty is refused before it is sent', async () => {
    await open()
    const large = new File(['x'], 'large.csv')
    Object.defineProperty(large, 'size', { value: IMPORT_MAX_BYTES + 1 })
    await choose(large)
    expect(await screen.findByText(/larger than 10 MB/)).toBeTruthy()
    await choose(new File([], 'empty.csv'))
    expect(await screen.findByText('The file is empty.')).toBeTruthy()
  })

  test('that the server refuses says why, and another can be chosen at once', async () => {
    await open()
    await choose()
    ;(await FakeUpload.next()).answer(400, { errors: { file: ['This is not a CSV file.'] } })
    expect(
      (await screen.findByText('This is not a CSV file.')).closest('[role=alert]'),
    ).toBeTruthy()
    await choose()
    ;(await FakeUpload.next()).answer(200, { result: aPlan() })
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('that does not get through is no loss', async () => {
    await open()
    await choose()
    ;(await FakeUpload.next()).fail()
    expect(await screen.findByText(/Couldn’t read the file. Check your connection/)).toBeTruthy()
  })

  test('need not be waited for', async () => {
    await open()
    await choose()
    const upload = await FakeUpload.next()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeTruthy()
    expect(upload.aborted).toBe(true)
  })
})

describe('what will happen', () => {
  test('is said in numbers, notes and the first rows, and what is wrong row by row', async () => {
    await open()
    await planned(aPlan())
    const text = screen.getByRole('dialog').textContent
    expect(text).toContain('2 rows, from Bitly')
    expect(text).toContain('1 new link')
    expect(text).toContain('1 row has an error')
    expect(text).toContain('A collection is made: Lamps.')
    expect(text).toContain('Links on bit.ly stay where they are.')
    expect(text).toContain('Not used: clicks.')
    expect(text).toContain('3long_url: Paste a URL.')
    expect(text).toContain('/sale · #light · Lamps')
    expect(screen.getByRole('button', { name: 'Download this row' })).toBeTruthy()
  })

  test('may be nothing, and then there is nothing to import', async () => {
    await open()
    await planned(aPlan({ counts: { new: 0, existing: 1, recoded: 0, errors: 1 } }))
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBe(null)
    expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  })

  test('another import in the way is said beside the plan, which stays', async () => {
    await open()
    await planned(aPlan())
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 link' }))
    const upload = await FakeUpload.next()
    expect(upload.url).toContain('dry_run=false')
    upload.answer(400, { errors: { file: ['Another import is still running.'] } })
    expect(await screen.findByText('Another import is still running.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })
})

describe('an import that is cancelled while its file is on the way', () => {
  async function cancelledWhile(runs: LinkImport[]) {
    await open()
    await planned(aPlan())
    last(runs)
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 link' }))
    const upload = await FakeUpload.next()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(upload.aborted).toBe(true)
  }

  test('is none, and what would happen is still there', async () => {
    await cancelledWhile([])
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('too late, is shown as it runs, and can be stopped', async () => {
    await cancelledWhile([aRun()])
    expect(await screen.findByText('100 of 200 rows')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  })
})

describe('an import', () => {
  test('shows how far it is, then its summary, and refreshes the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let run = aRun()
    last([run], ({ path }) =>
      path === `${IMPORT}${ID}/`
        ? json(run)
        : path.endsWith('/problems/')
          ? json({ header: ['url'], results: [] })
          : undefined,
    )
    await open()
    expect(await screen.findByText('100 of 200 rows')).toBeTruthy()
    run = aRun({
      status: 'done',
      done: 200,
      counts: { new: 199, existing: 1, recoded: 0, errors: 0 },
    })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText('Import finished')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('199 links were imported')
    await waitFor(() =>
      expect(server.asked.map(({ path }) => path)).toContain('/v2/my/links/search/'),
    )
  })

  test('that loses its watcher goes on, and says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    last([aRun()], ({ path }) => (path === `${IMPORT}${ID}/` ? json({}, 502) : undefined))
    await open()
    await screen.findByText('100 of 200 rows')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText(/The import goes on without it/)).toBeTruthy()
  })

  test('can be stopped: what was made stays', async () => {
    last([aRun()], ({ method, path }) => {
      if (path === `${IMPORT}${ID}/cancel/` && method === 'POST')
        return json(aRun({ status: 'cancelled' }))
      return path === `${IMPORT}${ID}/` ? json(aRun()) : undefined
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Import stopped')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('100 of 200 rows are through')
  })

  test('that ended before is no reason not to start another', async () => {
    last([aRun({ status: 'done' })])
    await open()
    expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeTruthy()
  })
})

test('closing takes the dialog out of the address', async () => {
  const { history } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(history.location.href).not.toContain('import'))
})

test('a row with too many cells keeps them all in the file of rows to be put right, where it stays wrong', () => {
  const cells = ['https://a.example/1', '2', '3']
  const message = 'This row has more cells than there are columns.'
  const text = problemsFile(['url'], [{ row: 2, outcome: 'error', column: '', message, cells }])
  expect(text).toBe(`\uFEFFurl,problem\r\nhttps://a.example/1,${message},2,3\r\n`)
})

test('the file of rows to be put right holds them as they were, harmless to a spreadsheet', () => {
  const text = problemsFile(
    ['url', 'title'],
    [
      { row: 3, outcome: 'error', column: 'url', message: 'Paste a URL.', cells: ['', '=1+1'] },
      { row: 4, outcome: 'error', column: '', message: 'Too long, "all"', cells: ['x'] },
    ],
  )
  expect(text).toBe(
    `\uFEFFurl,title,problem\r\n,'=1+1,url: Paste a URL.\r\nx,,"Too long, ""all"""\r\n`,
  )
})
