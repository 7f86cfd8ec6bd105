import { LinkedText } from '../../page/public-page/linked-text.tsx'
import { Heading, ReadingPage } from '../../platform/html/layout.tsx'
import type { LegalBlock, LegalPage } from '../../platform/html/legal-links.ts'

/** Shows a page written by the operator. URLs in it become links. */
export const LegalScreen = ({ page: { title, blocks } }: { page: LegalPage }) => (
  <ReadingPage title={title}>
    <article class="legal">
      <h1>{title}</h1>
      {blocks.map((block) => (
        <Block key={keyOf(block)} block={block} />
      ))}
    </article>
  </ReadingPage>
)

const keyOf = (block: LegalBlock) => (block.kind === 'list' ? block.items.join() : block.text)

const Block = ({ block }: { block: LegalBlock }) => {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>
            <LinkedText text={item} />
          </li>
        ))}
      </ul>
    )
  }
  if (block.kind === 'heading') return <h2>{block.text}</h2>
  return (
    <p>
      <LinkedText text={block.text} />
    </p>
  )
}

export const NoLegalScreen = ({ operator }: { operator: string }) => (
  <ReadingPage title="Page not available yet">
    <Heading title="This page is not available yet">
      The operator of this site has not written it yet. If you have questions, write to{' '}
      <a href={`mailto:${operator}`}>{operator}</a>.
    </Heading>
  </ReadingPage>
)
