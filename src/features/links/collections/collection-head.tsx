import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { Collection, CollectionLayout } from '#contract/collections.ts'
import { ruleText } from '#contract/rules/smart-rule-text.ts'
import { definitionsPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { useWide } from '#ui/use-media.ts'
import css from './collection-head.module.css'
import { Cover } from './cover/cover.tsx'
import { linksText } from './collection-tile.tsx'
import { RefusalAlert } from './refused.tsx'
import { useLayout } from './use-layout.ts'

const LAYOUTS: { value: CollectionLayout; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'grid', label: 'Grid' },
  { value: 'post', label: 'Post' },
]

type HeadProps = {
  collection: Collection
  links: number
  grow: () => void
  editCover: () => void
}

/** Shows the facts, layout and rule of a collection, and the button for adding links. */
export function CollectionHead({ collection, links, grow, editCover }: HeadProps) {
  const { type, rule, section_title: section } = collection
  const wide = useWide('desk')
  const { layout, choose, refusal } = useLayout(collection)
  return (
    <div
      className={`${css.head} stack`}
      data-cover={collection.image_url === null ? undefined : true}
    >
      <Cover collection={collection} edit={editCover} />
      <div className={`${css.facts} stack`}>
        <p className={css.meta}>
          <span className="num">{linksText(links)}</span>
          {type === 'smart' && <Tag>Smart</Tag>}
          {section && <span>{`On your page in “${section}”`}</span>}
          <a className={css.edit} href={definitionsPath}>
            What is counted
          </a>
        </p>
        {rule && (
          <p className={css.rule}>
            <span>{`${ruleText(rule)} `}</span>
            <button type="button" className={css.edit} onClick={grow}>
              Edit rule
            </button>
          </p>
        )}
        <div className={css.controls}>
          <Segmented
            label="Layout on your page"
            options={LAYOUTS}
            value={layout}
            onChange={(next) => void choose(next)}
          />
          {!wide && type === 'regular' && (
            <Button size="md" icon={PlusIcon} onClick={grow}>
              Add links
            </Button>
          )}
        </div>
        <RefusalAlert text={refusal} />
      </div>
    </div>
  )
}
