import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { PauseIcon } from '@phosphor-icons/react/Pause'
import { PlayIcon } from '@phosphor-icons/react/Play'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { dayText } from '#app/problems/times.ts'
import { CONNECTED_TYPES, type ConnectedAccount } from '#contract/people/connected-accounts.ts'
import { squareImage } from '#contract/images/images.ts'
import { serverAddress } from '#http/endpoint.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import { titleOf } from './accounts.ts'
import css from './connected-accounts.module.css'

type AccountRowProps = {
  account: ConnectedAccount
  disconnect: () => void
  setActive: (isActive: boolean) => void
}

export function AccountRow({ account, disconnect, setActive }: AccountRowProps) {
  const { account_name: name, is_active: isActive, connected_at } = account
  const since = `connected ${dayText(Date.parse(connected_at))}`
  return (
    <li className={css.account}>
      <AccountFace account={account} size={44} />
      <div className={css.who}>
        <b className={css.name} translate="no">
          {name}
        </b>
        <span className="hint">
          {`${titleOf(account)}, ${isActive ? since : 'off: nothing is read from it'}`}
        </span>
      </div>
      <Menu
        label={`More for ${name}`}
        items={[
          ...(account.account_type === CONNECTED_TYPES.instagram
            ? [
                {
                  label: isActive ? 'Turn off' : 'Turn on',
                  icon: isActive ? PauseIcon : PlayIcon,
                  onSelect: () => setActive(!isActive),
                },
              ]
            : []),
          { label: 'Disconnect', icon: TrashIcon, danger: true, onSelect: disconnect },
        ]}
        trigger={(props) => (
          <IconButton label={`More for ${name}`} icon={DotsThreeIcon} iconSize={22} {...props} />
        )}
      />
    </li>
  )
}

type AccountFaceProps = { account: ConnectedAccount; size: 44 | 92 }

/** Shows the account's picture from our own copy. */
export const AccountFace = ({ account, size }: AccountFaceProps) => (
  <Avatar
    src={
      account.avatar_url && serverAddress(squareImage(account.avatar_url, size === 44 ? 96 : 184))
    }
    name={account.account_name}
    size={size}
  />
)
