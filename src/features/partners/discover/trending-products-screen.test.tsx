import { expect, test } from 'vitest'
import { aProduct, listed, PRODUCTS } from '#support/window/brands.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderBrands } from '#support/window/render-brands.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, within } from '#support/window/on-screen.ts'
import { TrendingProductsScreen } from './trending-products-screen.tsx'

signInPerTest()

const open = () => renderBrands('/trending-products', '/trending-products', TrendingProductsScreen)

test('products show how many people looked at them, and a way to link each (R-029, R-528)', async () => {
  fakeApi({
    [PRODUCTS]: listed([aProduct('Iron pan', { clicks_7d: 1 }), aProduct('Oak lamp')]),
  })
  await open()
  const list = within(await screen.findByRole('list', { name: 'Trending products' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Iron panshop.example1 visitor this week',
    'Oak lampshop.example12 visitors this week',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Create a link to Oak lamp' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Product or page address')
  expect(field.value).toBe('https://shop.example/oak-lamp')
})

test('without trending products the screen explains how they arise (R-029)', async () => {
  fakeApi({ [PRODUCTS]: listed([]) })
  await open()
  expect(await screen.findByText('Nothing is trending yet.')).toBeTruthy()
})
