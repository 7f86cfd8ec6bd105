import { useState } from 'react'
import {
  NETWORKS,
  REPORT_FIELDS,
  REPORT_DATES_TEXT,
  REPORT_NO_CURRENCY_TEXT,
  REPORT_UNKNOWN_TEXT,
  type ReportColumns,
  type ReportField,
} from '#contract/money/networks.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/fields/field.tsx'
import css from './networks.module.css'
import type { PlanStep, ReportWork } from './use-report.ts'

const FIELD_LABELS: Record<ReportField, string> = {
  date: 'Date',
  amount: 'Your commission',
  currency: 'Currency',
  status: 'Status',
  sub_id: 'Sub-id',
  id: 'Transaction id',
  order: 'Order number',
  item: 'Product number',
  title: 'Shop or product',
  sale: 'Order value',
}
const TEXTS = {
  columns: REPORT_UNKNOWN_TEXT,
  currency: REPORT_NO_CURRENCY_TEXT,
  date_order: REPORT_DATES_TEXT,
}
const DATE_ORDERS = [
  { value: '', label: 'As the file shows' },
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
]
const NETWORK_OPTIONS = [
  { value: '', label: 'Another network' },
  ...Object.entries(NETWORKS).map(([value, label]) => ({ value, label })),
]

/** Asks how a report is to be read that is not fully recognized. */
export function ColumnsForm({ step, work }: { step: PlanStep; work: ReportWork }) {
  const { plan, choices } = step
  const [network, setNetwork] = useState(choices.network ?? plan.network ?? '')
  const [columns, setColumns] = useState<ReportColumns>(plan.columns)
  const set = (change: Partial<ReportColumns>) => setColumns({ ...columns, ...change })
  const isKnown = Object.hasOwn(NETWORKS, network)
  const headers = [
    { value: '', label: 'None' },
    ...plan.headers.map(({ name, sample }) => ({
      value: name,
      label: sample ? `${name} (${sample})` : name,
    })),
  ]

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = Object.entries(columns).filter(([, value]) => value !== '')
        work.readAs({
          network: network.trim(),
          columns: Object.fromEntries(chosen),
        })
      }}
    >
      {plan.missing && <p role="status">{TEXTS[plan.missing]}</p>}
      <SelectField
        label="Network"
        name="network"
        options={NETWORK_OPTIONS}
        value={isKnown ? network : ''}
        onChange={({ target }) => setNetwork(target.value)}
      />
      {!isKnown && (
        <TextField
          label="Name of the network"
          name="network_name"
          value={network}
          maxLength={40}
          required
          onChange={({ target }) => setNetwork(target.value)}
        />
      )}
      {REPORT_FIELDS.map((field) => (
        <SelectField
          key={field}
          label={FIELD_LABELS[field]}
          name={field}
          options={headers}
          value={columns[field] ?? ''}
          required={field === 'date' || field === 'amount'}
          onChange={({ target }) => set({ [field]: target.value })}
        />
      ))}
      <TextField
        label="Currency"
        hint="If no column has it"
        name="currency_code"
        value={columns.currency_code ?? ''}
        maxLength={3}
        pattern="[A-Z]{3}"
        placeholder="EUR"
        onChange={({ target }) => set({ currency_code: target.value.toUpperCase() })}
      />
      <SelectField
        label="Dates such as 03/04/2026"
        name="date_order"
        options={DATE_ORDERS}
        value={columns.date_order ?? ''}
        onChange={({ target }) => set({ date_order: target.value as 'dmy' })}
      />
      <Button type="submit" size="lg" variant="primary">
        Read the report
      </Button>
    </form>
  )
}
