import type { Hidden } from '../../../platform/html/form.tsx'
import { ASSET_PATH, passkeyScript } from '../../../platform/html/assets.ts'
import { Icon, Mark } from '../../../platform/html/marks.tsx'

/** Shows a button to sign in with a passkey. It stays hidden in browsers without passkeys or scripts. */
export const PasskeyForm = ({ hidden }: { hidden: Hidden }) => (
  <form
    method="post"
    action="/multi-connect/passkey"
    class="form"
    data-passkey={`${ASSET_PATH}/${passkeyScript.name}`}
    hidden
  >
    {Object.entries(hidden).map(
      ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
    )}
    <input type="hidden" name="passkey" />
    <button type="submit" class="button button-plain">
      <span class="busy">
        <Mark size={20} />
      </span>
      <Icon name="fingerprint" />
      Use a passkey
    </button>
    <p class="about about-error" role="alert" />
  </form>
)
