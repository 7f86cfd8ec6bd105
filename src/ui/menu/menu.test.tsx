import { beforeEach, expect, test, vi } from 'vitest'
import { setWidth } from '#support/browser-window.ts'
import { act, press, render, screen, userEvent } from '#support/window/on-screen.ts'
import { Menu } from './menu.tsx'
import { MenuPopup, preloadMenu, type MenuItem } from './menu-popup.tsx'

beforeEach(async () => {
  setWidth(1280)
  await preloadMenu()
})

const choose = vi.fn<(label: string) => void>()
const items = (...labels: string[]): MenuItem[] =>
  labels.map((label) => ({ label, onSelect: () => choose(label) }))

async function openMenu(all: MenuItem[]) {
  render(<Menu label="More" items={all} trigger={(props) => <button {...props}>More</button>} />)
  await press('More')
  return screen.findByRole('menu', { name: 'More' })
}

const focused = () => document.activeElement?.textContent

test('arrows wrap around, Home and End go to the ends, a letter to the next item that starts with it', async () => {
  await openMenu(items('Edit', 'Share', 'Hide'))
  expect(focused()).toBe('Edit')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('Hide')
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('Edit')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('Hide')
  await userEvent.keyboard('s')
  expect(focused()).toBe('Share')
})

test('choosing an item closes the menu and runs it; Escape closes it and returns the focus', async () => {
  await openMenu(items('Edit', 'Hide'))
  const trigger = screen.getByRole('button', { name: 'More' })
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  await userEvent.click(trigger)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Hide' }))
  expect(choose).toHaveBeenCalledExactlyOnceWith('Hide')
  expect(screen.queryByRole('menu')).toBeNull()
})

const at = (top: number, left = 40) =>
  ({ top, bottom: top + 40, left, right: left + 40, width: 40, height: 40 }) as DOMRect
const scroll = (what: EventTarget) => act(() => void what.dispatchEvent(new Event('scroll')))

test('the menu follows its trigger when the page scrolls, until that is out of sight', async () => {
  render(
    <>
      <ul data-testid="elsewhere" />
      <Menu
        label="More"
        items={items('Edit', 'Hide')}
        trigger={(props) => <button {...props}>More</button>}
      />
    </>,
  )
  const trigger = screen.getByRole('button', { name: 'More' })
  let place = at(100)
  vi.spyOn(trigger, 'getBoundingClientRect').mockImplementation(() => place)
  await userEvent.click(trigger)
  const box = (await screen.findByRole('menu')).parentElement
  expect(box?.style.top).toBe('146px')
  place = at(60)
  scroll(screen.getByTestId('elsewhere'))
  expect(box?.style.top).toBe('146px')
  scroll(document)
  expect(box?.style.top).toBe('106px')
  expect(focused()).toBe('Edit')
  place = at(-50)
  scroll(document)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a menu opened by a right click has no trigger to follow, and closes', async () => {
  const onClose = vi.fn<() => void>()
  render(<MenuPopup label="More" items={items('Edit')} anchor={at(100)} onClose={onClose} />)
  await screen.findByRole('menu')
  scroll(document)
  expect(onClose).toHaveBeenCalledOnce()
})

test('the current item is marked and has the focus', async () => {
  await openMenu([
    { label: 'Newest', checked: false, onSelect: () => undefined },
    { label: 'Name', checked: true, onSelect: () => undefined },
  ])
  expect(focused()).toBe('Name')
  expect(screen.getByRole('menuitemradio', { name: 'Name' }).getAttribute('aria-checked')).toBe(
    'true',
  )
})

test('on a phone a menu of more than six items is a sheet', async () => {
  setWidth(390)
  await openMenu(items('1', '2', '3', '4', '5', '6', '7'))
  expect(screen.getByRole('dialog', { name: 'More' })).toBeTruthy()
})
