import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SelectField, TextField } from './field.tsx'

const description = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

test('the error replaces the help and is connected with the field', () => {
  const { rerender } = render(
    <TextField name="code" label="Short code" help="Letters and dashes" />,
  )
  const field = screen.getByLabelText('Short code')
  expect(description(field)).toBe('Letters and dashes')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  rerender(
    <TextField name="code" label="Short code" help="Letters and dashes" error="Already in use" />,
  )
  expect(description(field)).toBe('Already in use')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Letters and dashes')).toBeNull()
})

test('a select keeps its own label and options', () => {
  render(
    <SelectField
      name="domain"
      label="Domain"
      defaultValue="b"
      options={[
        { value: 'a', label: 'split.to' },
        { value: 'b', label: 'maya.link' },
      ]}
    />,
  )
  expect(screen.getByLabelText<HTMLSelectElement>('Domain').value).toBe('b')
  expect(screen.getAllByRole('option')).toHaveLength(2)
})
