/** @jsxImportSource hono/jsx */
import { Document, MadeWith } from './public-page.tsx'

type Props = { title: string; text: string; appOrigin: string }

/** Shows why an address has no page. */
export const NoPage = ({ title, text, appOrigin }: Props) => (
  <Document title={title} head={<meta name="robots" content="noindex" />}>
    <main class="lost">
      <h1>{title}</h1>
      <p>{text}</p>
      <MadeWith href={`${appOrigin}/`} />
    </main>
  </Document>
)

export const NO_PAGE = {
  missing: {
    status: 404,
    title: 'This page does not exist.',
    text: 'Check the address for a typing mistake, or ask the person who shared it.',
  },
  gone: {
    status: 410,
    title: 'This page was deleted.',
    text: 'The person who made it deleted it.',
  },
  leaving: {
    status: 410,
    title: 'This page is closed.',
    text: 'The person who made it is deleting their account.',
  },
  blocked: {
    status: 410,
    title: 'This page was blocked.',
    text: 'The operator of this site blocked it.',
  },
  broken: {
    status: 503,
    title: 'Try again in a moment',
    text: 'We cannot show this page right now. Try again in a few seconds.',
  },
} as const
