import sharp from 'sharp'
import { call, type Person } from './people.ts'

export type Product = {
  name: string
  url: string
  tags: string[]
  /** SVG elements of its picture, 512 units wide and high. */
  drawing: string
  background: string
}

const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

/** Products with their pictures, drawn here so that no photo rights are needed. */
export const PRODUCTS = {
  pan: {
    name: 'Iron pan',
    url: 'https://kitchen.example/iron-pan',
    tags: ['kitchen'],
    background: '#E9E2D6',
    drawing: `<circle cx="240" cy="270" r="130" fill="#2C2F33"/><circle cx="240" cy="270" r="100" fill="#3C4147"/>${shape('M345 190l110-90 26 32-108 92z', '#2C2F33')}`,
  },
  knife: {
    name: 'Bread knife',
    url: 'https://kitchen.example/bread-knife',
    tags: ['kitchen'],
    background: '#DCE5E1',
    drawing: `${shape('M70 230h250q40 0 60 40H70z', '#AEB8B5')}${shape('M380 226h70q16 0 16 22t-16 22h-70z', '#6B4A2F')}`,
  },
  pot: {
    name: 'Stock pot',
    url: 'https://kitchen.example/stock-pot',
    tags: ['kitchen', 'soup'],
    background: '#F3DED2',
    drawing: `${shape('M130 200h252v170q0 30-30 30H160q-30 0-30-30z', '#C4522D')}${shape('M110 180h292v24H110z', '#9E3F21')}<circle cx="256" cy="164" r="18" fill="#9E3F21"/>`,
  },
  lamp: {
    name: 'Oak lamp',
    url: 'https://lamps.example/oak-lamp',
    tags: ['light'],
    background: '#E4E0F0',
    drawing: `${shape('M196 110h120l52 130H144z', '#F1C453')}${shape('M246 240h20v130h-20z', '#8A6239')}${shape('M186 370h140v24H186z', '#8A6239')}`,
  },
  reading: {
    name: 'Reading lamp',
    url: 'https://lamps.example/reading-lamp',
    tags: ['light', 'desk'],
    background: '#D8E8EF',
    drawing: `${shape('M150 380h150v22H150z', '#22313A')}${shape('M214 380l-40-150 110-110 16 16-98 104 36 140z', '#22313A')}${shape('M276 90l104 60-74 66z', '#3E6E88')}`,
  },
  seeds: {
    name: 'Tomato seeds',
    url: 'https://garden.example/tomato-seeds',
    tags: ['garden'],
    background: '#E2EDD6',
    drawing: `<circle cx="256" cy="290" r="110" fill="#D2402F"/>${shape('M256 190q-60-50-90-10 50 0 90 40 40-40 90-40-30-40-90 10z', '#3F7D3A')}`,
  },
  book: {
    name: 'Dotted notebook',
    url: 'https://paper.example/dotted-notebook',
    tags: ['desk'],
    background: '#EFE7DA',
    drawing: `${shape('M160 110h210v290H160z', '#345B4A')}${shape('M160 110h30v290h-30z', '#234236')}${shape('M220 170h110v40H220z', '#EFE7DA')}`,
  },
  recipe: {
    name: 'Soup of the week',
    url: 'https://recipes.example/soup',
    tags: ['soup'],
    background: '#F5E7C8',
    drawing: `${shape('M120 250h272q0 120-136 120T120 250z', '#7A4B8C')}<ellipse cx="256" cy="250" rx="136" ry="34" fill="#E08A3C"/>`,
  },
} satisfies Record<string, Product>

const picture = ({ drawing, background }: Product) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 512 512"><rect width="512" height="512" fill="${background}"/>${drawing}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer()

/** Draws products side by side, on the background colour of the first one. */
export const cover = (products: Product[]) => {
  // Each drawing has 512 × 512 pixels. Together they are centred on 1280 × 720 pixels, with a step of
  // 400 pixels from one to the next.
  const left = (index: number) => 640 + (index - (products.length - 1) / 2) * 400 - 256
  const drawn = products.map(
    ({ drawing }, index) => `<g transform="translate(${left(index)} 104)">${drawing}</g>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="${products[0]?.background}"/>${drawn.join('')}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer()
}

/** Uploads the picture of a product and returns the id of the upload. */
async function upload(person: Person, product: Product, kind: string): Promise<number> {
  const form = new FormData()
  const bytes = new Uint8Array(await picture(product))
  form.set('file', new File([bytes], 'drawing.png', { type: 'image/png' }))
  const { id } = await call<{ id: number }>(person, 'POST', `/v1/uploader/upload/${kind}/`, form)
  return id
}

export type Link = { uuid: string; split_url: string; name: string; url: string }

export async function addLink(person: Person, product: Product): Promise<Link> {
  const { name, tags, url } = product
  const created = await call<{ result: Link }>(person, 'POST', '/v2/my/links/', { url })
  const path = `/v2/my/links/${created.result.uuid}/`
  const custom_image_upload_id = await upload(person, product, 'link_preview')
  await call(person, 'PATCH', path, { name, tags, image_alt: name, custom_image_upload_id })
  return { ...created.result, name }
}

/** Creates a collection and returns its id. */
export async function addCollection(person: Person, name: string, links: Link[]): Promise<string> {
  const path = '/v2/my/collections/'
  const { uuid } = await call<{ uuid: string }>(person, 'POST', `${path}regular/`, { name })
  await call(person, 'POST', `${path}${uuid}/links/`, { uuids: links.map((link) => link.uuid) })
  return uuid
}

/** Creates a published page with two sections, and with the picture of a product. */
export async function addPage(person: Person, collections: string[], product: Product) {
  await call(person, 'POST', '/v2/my/pages/', {
    slug: 'sample-creator',
    title: 'Sample Creator',
    description: 'Things for a kitchen and a desk, recommended by nobody.',
    image_upload_id: await upload(person, product, 'split_page'),
    is_published: true,
    is_indexed: false,
  })
  const sections = '/v2/my/sections/'
  await call(person, 'POST', sections, {
    type: 'text',
    title: 'About',
    text: 'This page was made by npm run demo. Its links lead to sites that do not exist.',
  })
  await call(person, 'POST', sections, { type: 'collections', title: 'Lists', collections })
}
