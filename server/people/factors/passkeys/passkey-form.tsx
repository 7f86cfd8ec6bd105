import type { Child } from 'hono/jsx'
import type { Hidden } from '../../../platform/html/form.tsx'
import { ASSET_PATH, passkeyScript } from '../../../platform/html/assets.ts'
import { Icon, Mark } from '../../../platform/html/marks.tsx'

type Props = {
  hidden: Hidden
  /** Path that receives the answer of the passkey. */
  action?: string
  /** Path that returns the options for the browser. */
  options?: string
  /** Whether it adds a passkey. */
  isNew?: boolean
  /** Whether its button is the main one of the page. */
  isMain?: boolean
  /** Text of the button. */
  text?: string
  /** Further fields. */
  children?: Child
}

/** Shows a button to use or add a passkey. It stays hidden in browsers without passkeys or scripts. */
export const PasskeyForm = (props: Props) => {
  const {
    hidden,
    action = '/multi-connect/passkey',
    isNew = false,
    isMain = isNew,
    children,
  } = props
  const { options = `${action}/options`, text = 'Use a passkey' } = props
  return (
    <form
      method="post"
      action={action}
      class="form"
      data-passkey={`${ASSET_PATH}/${passkeyScript.name}`}
      data-options={options}
      data-new={isNew ? '' : undefined}
      hidden
    >
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <input type="hidden" name="passkey" />
      {children}
      <button type="submit" class={isMain ? 'button' : 'button button-plain'}>
        <span class="busy">
          <Mark size={20} />
        </span>
        <Icon name="fingerprint" />
        {text}
      </button>
      <p class="about about-error" role="alert" />
    </form>
  )
}
