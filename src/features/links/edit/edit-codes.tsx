import { DiscountCode } from '#ui/copy/discount-code.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import type { EditTabProps } from './edit-tab-props.ts'

/**
 * Shows the discount codes of the creator at the link's shop. The newest one can be shown to
 * visitors.
 */
export function EditCodes({ link, values, change, errors }: EditTabProps) {
  const { discount_codes: codes = [] } = link
  if (codes.length === 0) return null
  return (
    <>
      {codes.map((code) => (
        <DiscountCode key={code} code={code} />
      ))}
      <div>
        <Switch
          label={`Show ${codes[0]} on your page`}
          help="Visitors see the code below this link, also in widgets."
          checked={values.show_code}
          onChange={(show_code) => change({ show_code })}
        />
        <FieldError text={errors.show_code} />
      </div>
    </>
  )
}
