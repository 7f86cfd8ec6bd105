import { count } from '#app/formats.ts'
import type { NewRule } from '#contract/rules/rules.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import { MoveHandle } from '#ui/order/move-handle.tsx'
import type { Drag } from '#ui/order/use-drag.ts'
import type { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import type { Order } from '#ui/order/use-order.ts'
import { ordersText, rateText, type Numbers } from './results.ts'
import { RuleSentence, ruleText, targetText } from './rule-sentence.tsx'
import css from './rules.module.css'

type RuleRowProps = {
  rule: NewRule
  place: number
  order: Order
  drag: Drag
  numbers: Numbers | undefined
  error: string | undefined
  /** Time zone of the hours. */
  zone: string | undefined
  openMove: ReturnType<typeof useMoveMenu>['open']
  onEdit: () => void
}

/** Shows a rule as a sentence. A tap opens it; the handle moves it. */
export function RuleRow(props: RuleRowProps) {
  const { rule, place, order, drag, numbers, error, zone, openMove, onEdit } = props
  const name = ruleText(rule, zone)
  const total = order.ids.length
  return (
    <li
      className={css.row}
      data-held={rule.id}
      data-place={place}
      data-wrong={error ? true : undefined}
      {...drag.look(place)}
    >
      <span className={`${css.number} num`} aria-hidden="true">
        {place + 1}
      </span>
      <div className={css.text}>
        <button type="button" className={`${css.open} covering`} onClick={onEdit}>
          <RuleSentence rule={rule} zone={zone} />
        </button>
        <p className={css.target}>{targetText(rule.target_url)}</p>
        <RuleNumbers numbers={numbers} />
        <FieldError text={error} />
      </div>
      {total > 1 && (
        <MoveHandle
          className={css.handle}
          name={name}
          place={place}
          total={total}
          drag={drag}
          onMenu={(anchor) => openMove({ name, place, anchor })}
          onKeyDown={order.keydown}
        />
      )}
    </li>
  )
}

/** Shows clicks and orders, and the orders per hundred clicks. */
export function RuleNumbers({ numbers }: { numbers: Numbers | undefined }) {
  if (!numbers) return null
  const { clicks, conversions } = numbers
  return (
    <p className={`${css.numbers} hint num`}>
      <span>{`${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}, ${ordersText(conversions)}`}</span>
      {conversions > 0 && <span>{rateText(numbers)}</span>}
    </p>
  )
}
