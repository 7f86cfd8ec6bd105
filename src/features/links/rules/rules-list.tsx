import { useMemo, useRef } from 'react'
import type { NewRule } from '#contract/rules/rules.ts'
import { useDrag } from '#ui/order/use-drag.ts'
import { useMoveMenu } from '#ui/order/use-move-menu.tsx'
import { useOrder } from '#ui/order/use-order.ts'
import { RuleRow } from './rule-row.tsx'
import css from './rules.module.css'
import type { RuleNumbersOf } from './use-rule-numbers.ts'

type RulesListProps = {
  rules: NewRule[]
  setRules: (rules: NewRule[]) => void
  numbersOf: RuleNumbersOf
  error: { place: number | undefined; text: string | undefined }
  zone: string | undefined
  onEdit: (rule: NewRule) => void
}

const none = () => undefined

/** Lists the rules in their order. */
export function RulesList({ rules, setRules, numbersOf, error, zone, onEdit }: RulesListProps) {
  const list = useRef<HTMLOListElement>(null)
  const ids = useMemo(() => rules.map(({ id = '' }) => id), [rules])
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const order = useOrder({
    ids,
    list,
    reveal: none,
    save: async (next) => setRules(next.flatMap((id) => known.get(id) ?? [])),
    explain: none,
  })
  const drag = useDrag('y', order.move, none)
  const menu = useMoveMenu(order)
  return (
    <>
      <ol
        ref={list}
        className={css.list}
        aria-label="Rules"
        data-dragging={drag.active || undefined}
      >
        {order.ids.map((id, place) => {
          const rule = known.get(id)
          return (
            rule && (
              <RuleRow
                key={id}
                rule={rule}
                place={place}
                order={order}
                drag={drag}
                numbers={numbersOf(id, rule.target_url)}
                error={error.place === place ? error.text : undefined}
                zone={zone}
                openMove={menu.open}
                onEdit={() => onEdit(rule)}
              />
            )
          )
        })}
      </ol>
      {menu.popup}
    </>
  )
}
