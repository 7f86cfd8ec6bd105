import { describe, expect, test } from 'vitest'
import type { ImportPlan } from '#contract/imports.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { aPlan, IMPORT, open, planned, withImportServer } from '#support/window/import-dialog.tsx'
import { press, screen, userEvent } from '#support/window/on-screen.ts'

withImportServer()

const ENCODING = 'Text encoding'
const DATES = 'Order of day and month'

async function openPlan(plan: Partial<ImportPlan>) {
  await open()
  await planned(aPlan(plan))
}

/** Chooses an option, which sends the file again. */
async function readAgain(label: string, option: string) {
  await userEvent.selectOptions(screen.getByLabelText(label), option)
  return FakeUpload.next()
}

describe('a file that is not in UTF-8', () => {
  const guessed = { encoding: 'windows-1251', reason: 'language' } as const

  test('shows the detected encoding and the reason', async () => {
    await openPlan({ encoding: guessed })
    expect(screen.getByLabelText<HTMLSelectElement>(ENCODING).value).toBe('windows-1251')
    expect(screen.getByText(/not in UTF-8.*by your browser’s languages/)).toBeTruthy()
  })

  test('is read again and imported in the encoding that the user chooses', async () => {
    await openPlan({ encoding: guessed })
    const upload = await readAgain(ENCODING, 'Japanese (Shift_JIS)')
    expect(upload.url).toContain(`${IMPORT}?dry_run=true&name=mine.csv&encoding=shift_jis`)
    expect(upload.form?.get('file')).toBeInstanceOf(File)
    upload.answer(200, { result: aPlan({ encoding: { encoding: 'shift_jis', reason: 'chosen' } }) })
    const select = await screen.findByLabelText<HTMLSelectElement>(ENCODING)
    expect(select.value).toBe('shift_jis')
    await press('Import 1 link')
    expect((await FakeUpload.next()).url).toContain(
      'dry_run=false&name=mine.csv&encoding=shift_jis',
    )
  })

  test('keeps its preview if reading it again fails', async () => {
    await openPlan({ encoding: guessed })
    ;(await readAgain(ENCODING, 'UTF-8')).fail()
    expect(await screen.findByText(/Couldn’t read the file/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>(ENCODING).value).toBe('windows-1251')
    expect(screen.getByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })
})

describe('ambiguous dates', () => {
  test('are imported in the order that the user chooses', async () => {
    await openPlan({ dates: { count: 2, order: null } })
    expect(screen.getByLabelText<HTMLSelectElement>(DATES).value).toBe('')
    expect(screen.getByText(/2 dates could be two days.*Choose which comes first/)).toBeTruthy()
    const upload = await readAgain(DATES, 'Month first: 12/31/2026')
    expect(upload.url).toContain('dry_run=true&name=mine.csv&date_order=mdy')
    upload.answer(200, { result: aPlan({ dates: { count: 2, order: 'mdy' } }) })
    expect((await screen.findByLabelText<HTMLSelectElement>(DATES)).value).toBe('mdy')
    await press('Import 1 link')
    expect((await FakeUpload.next()).url).toContain('dry_run=false&name=mine.csv&date_order=mdy')
  })

  test('keep the encoding that was chosen before', async () => {
    await openPlan({
      encoding: { encoding: 'windows-1252', reason: 'letters' },
      dates: { count: 1, order: null },
    })
    const first = await readAgain(ENCODING, 'Cyrillic (Windows-1251)')
    first.answer(200, {
      result: aPlan({
        encoding: { encoding: 'windows-1251', reason: 'chosen' },
        dates: { count: 1, order: null },
      }),
    })
    await screen.findByLabelText(DATES)
    const second = await readAgain(DATES, 'Day first: 31/12/2026')
    expect(second.url).toContain('encoding=windows-1251&date_order=dmy')
  })
})

test('a file without ambiguity has no choices', async () => {
  await openPlan({})
  expect(screen.queryByLabelText(ENCODING)).toBe(null)
  expect(screen.queryByLabelText(DATES)).toBe(null)
})
