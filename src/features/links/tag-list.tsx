import { Tag } from '#ui/chip.tsx'

const MAX_SHOWN = 2

/** Shows the first tags and the number of further ones. */
export function TagList({ tags }: { tags: string[] }) {
  const more = tags.length - MAX_SHOWN
  return (
    <>
      {tags.slice(0, MAX_SHOWN).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more > 0 && <Tag>{`+${more}`}</Tag>}
    </>
  )
}
