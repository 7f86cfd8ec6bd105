import { expect, test, vi } from 'vitest'
import { render, screen, userEvent } from '#support/window/on-screen.ts'
import { Button } from './button.tsx'

test('a disabled button can be focused, does nothing and submits nothing', async () => {
  const click = vi.fn<() => void>()
  const submit = vi.fn<() => void>()
  render(
    <form onSubmit={submit}>
      <Button type="submit" disabled onClick={click}>
        Next
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Next' })
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(click).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('a busy button says so, keeps its name and cannot be pressed twice', async () => {
  const click = vi.fn<() => void>()
  render(
    <Button busy onClick={click}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(button)
  expect(click).not.toHaveBeenCalled()
})
