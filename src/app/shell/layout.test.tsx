import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { layoutOf, useLayout, useLayoutFlags } from './layout.ts'

test.each(['/creator-step-splitpages', '/creator-step-splitpages-instagram'])(
  '%s has no Create a link (R-081)',
  (path) => {
    expect(layoutOf(path).createButton).toBe(false)
    expect(layoutOf('/rank').createButton).toBe(true)
  },
)

test('the banner of an ending offer is on every screen but the first steps (R-083)', () => {
  expect(layoutOf('/').timeBanner).toBe(true)
  expect(layoutOf('/settings').timeBanner).toBe(true)
  expect(layoutOf('/creator-step-splitpages').timeBanner).toBe(false)
})

test('the floating button has a label on Links and only an icon on Discover', () => {
  expect(layoutOf('/splitlinks').fab).toBe('label')
  expect(layoutOf('/').fab).toBe('icon')
  expect(layoutOf('/brands/b1').fab).toBe('icon')
  expect(layoutOf('/settings').fab).toBe('none')
})

const seen: boolean[] = []

function Probe() {
  seen.push(useLayout('/splitlinks').nav)
  return null
}

function FullScreen() {
  useLayoutFlags({ nav: false })
  return null
}

test('a component can hide parts of the shell while it is mounted (R-082)', () => {
  const { rerender } = render(<Probe />)
  expect(seen.at(-1)).toBe(true)
  rerender(
    <>
      <Probe />
      <FullScreen />
    </>,
  )
  expect(seen.at(-1)).toBe(false)
  rerender(<Probe />)
  expect(seen.at(-1)).toBe(true)
})
