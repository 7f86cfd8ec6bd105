/** Content that each page shape shows in its own way. All of it is invented. */
export type ShapeContent = {
  name: string
  bio: string
  avatar: string
  groups: { heading: string; links: ShapeLink[] }[]
  social: { network: string; url: string }[]
}
export type ShapeLink = { title: string; url: string; picture: string }

const link = (n: number, title: string, url: string): ShapeLink => ({
  title,
  url,
  picture: `/thumbs/${n}.jpg`,
})

export const CONTENT: ShapeContent = {
  name: 'Mira Sample',
  bio: 'Small kitchen, big pans.',
  avatar: '/avatar.jpg',
  groups: [
    {
      heading: 'From my kitchen',
      links: [
        link(1, 'My favourite skillet', 'https://samplekitchen.example/skillet-28?ref=mira'),
        link(2, 'Knives & boards', 'https://www.blades.example/sets/knives'),
        link(3, 'Reading lamp', 'https://lighting.example/reading'),
        link(4, 'Books of the month', 'https://books.example/may'),
        link(5, 'Aprons', 'https://cloth.example/aprons/#blue'),
        link(6, 'Spice jars', 'https://jars.example/p/881?colour=clear&size=6'),
      ],
    },
    {
      heading: 'Watch and read',
      links: [
        link(7, 'How I sharpen knives', 'https://www.youtube.com/watch?v=sample00001'),
        link(8, 'Newsletter', 'https://letters.example/mira'),
        link(9, 'Sourdough course', 'https://courses.example/sourdough'),
        link(10, 'Crème brûlée recipe', 'https://recipes.example/creme-brulee'),
      ],
    },
  ],
  social: [
    { network: 'Instagram', url: 'https://www.instagram.com/mira.sample' },
    { network: 'TikTok', url: 'https://www.tiktok.com/@mira.sample' },
  ],
}

export const linksOf = ({ groups }: ShapeContent) => groups.flatMap(({ links }) => links)

export type Shape = {
  name: string
  /** Whether the page tells the groups, the pictures and the social accounts. */
  tells: { headings: boolean; pictures: boolean; social: boolean }
  html: (content: ShapeContent) => string
}

/** Escapes text for HTML. */
export const esc = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Returns JSON for a script element. */
export const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

export const each = <Value>(values: Value[], draw: (value: Value, n: number) => string) =>
  values.map(draw).join('\n')

export const documentOf = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`
