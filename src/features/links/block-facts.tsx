import { momentText } from '#app/problems/times.ts'
import type { LinkBlock } from '#contract/links/short-link.ts'
import css from './block-facts.module.css'

/**
 * Shows why the operator blocked a link, a page or a widget. Older blocks have no stored reason.
 */
export function BlockFacts({
  block: { why, rule, since, contact },
}: {
  block: NonNullable<LinkBlock>
}) {
  return (
    <div className={`${css.block} hint`}>
      <p>{`Blocked since ${momentText(Date.parse(since))}.`}</p>
      {why && <p>{`What is wrong: ${why}`}</p>}
      {rule && <p>{`The rule it breaks: ${rule}`}</p>}
      <p>
        To object, write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </div>
  )
}
