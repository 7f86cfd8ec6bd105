import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PLACEHOLDER_URL } from '#contract/images/images.ts'
import { Thumb } from './thumb.tsx'

const pictures = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))

test('a link without a picture shows the placeholder (R-142, R-310)', () => {
  expect(pictures(render(<Thumb src={null} />).container)).toEqual([PLACEHOLDER_URL])
})

test('a picture that fails to load shows the placeholder too', () => {
  const { container } = render(<Thumb src="/media/gone.webp" />)
  expect(pictures(container)).toEqual(['/media/gone.webp'])
  fireEvent.error(container.querySelector('img') as HTMLImageElement)
  expect(pictures(container)).toEqual([PLACEHOLDER_URL])
})

test('while the page is read, or if that failed, another sign is shown', () => {
  expect(pictures(render(<Thumb src={null} progress={40} />).container)).toEqual([])
  expect(pictures(render(<Thumb src={null} failed />).container)).toEqual([])
})
