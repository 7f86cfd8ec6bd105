import { CopyButton } from './copy-button.tsx'
import css from './discount-code.module.css'

/** Shows a discount code of the user, with a button that copies it. `facts`: a line below it. */
export const DiscountCode = ({ code, facts }: { code: string; facts?: string }) => (
  <div className={css.code}>
    <div>
      <p>Your code</p>
      <b translate="no">{code}</b>
      {facts !== undefined && <p className="hint">{facts}</p>}
    </div>
    <CopyButton
      variant="button"
      look="secondary"
      text={code}
      label="Copy"
      subject={code}
      announcement={`Code ${code} has been copied`}
    />
  </div>
)
