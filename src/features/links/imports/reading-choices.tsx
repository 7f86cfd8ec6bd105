import { count } from '#app/formats.ts'
import type { ReadOptions } from '#api/imports.ts'
import { IMPORT_ENCODINGS, type DateOrder, type ImportPlan } from '#contract/imports.ts'
import { SelectField } from '#ui/fields/field.tsx'

type ReadingChoicesProps = { plan: ImportPlan; readAs: (choice: ReadOptions) => void }

/** Says how the file was read where that is not certain, and lets the user read it in another way. */
export function ReadingChoices({ plan: { encoding, dates }, readAs }: ReadingChoicesProps) {
  const why = ENCODING_REASONS[encoding.reason]
  return (
    <>
      {why !== undefined && (
        <SelectField
          name="encoding"
          label="Text encoding"
          help={why}
          value={encoding.encoding}
          options={IMPORT_ENCODINGS.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(event) => readAs({ encoding: event.currentTarget.value })}
        />
      )}
      {dates.count > 0 && (
        <SelectField
          name="date-order"
          label="Order of day and month"
          help={datesText(dates)}
          value={dates.order ?? ''}
          options={dates.order === null ? [{ value: '', label: 'Choose' }, ...ORDERS] : ORDERS}
          onChange={(event) => {
            const order = event.currentTarget.value
            if (order !== '') readAs({ dateOrder: order as DateOrder })
          }}
        />
      )}
    </>
  )
}

const ORDERS = [
  { value: 'dmy', label: 'Day first: 31/12/2026' },
  { value: 'mdy', label: 'Month first: 12/31/2026' },
]

/** Texts for reasons that the user should check. */
const ENCODING_REASONS: Partial<Record<ImportPlan['encoding']['reason'], string>> = {
  damaged: 'Some characters of this file are damaged. Check the preview.',
  language:
    'This file is not in UTF-8. We chose the encoding by your browser’s languages. Check the preview.',
  letters: 'This file is not in UTF-8. We chose the encoding by its letters. Check the preview.',
  chosen: 'Check the preview.',
}

const NAMES: Record<(typeof IMPORT_ENCODINGS)[number], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-kr': 'Korean (EUC-KR, CP949)',
  big5: 'Traditional Chinese (Big5)',
  gbk: 'Simplified Chinese (GBK)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  'euc-jp': 'Japanese (EUC-JP)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  ibm866: 'Cyrillic (DOS 866)',
  macintosh: 'Western (Mac OS Roman)',
}

function datesText({ count: number, order }: ImportPlan['dates']): string {
  const rows = `${count(number)} ${number === 1 ? 'date' : 'dates'} could be two days, such as 03/04/2026.`
  return order === null ? `${rows} Choose which comes first, or they get today’s date.` : rows
}
