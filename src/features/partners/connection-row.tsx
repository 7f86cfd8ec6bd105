import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { StorefrontIcon } from '@phosphor-icons/react/Storefront'
import { UserMinusIcon } from '@phosphor-icons/react/UserMinus'
import { useNavigate } from '@tanstack/react-router'
import { dayText } from '#app/problems/times.ts'
import type { Connection } from '#contract/partners/unmasking.ts'
import { BrandLogo } from '#features/partners/brands/picture.tsx'
import { paths } from '#paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import css from './connections-screen.module.css'

type ConnectionRowProps = {
  connection: Connection
  remove: (connection: Connection) => Promise<void>
}

/** Shows a brand that can see the creator's name. */
export function ConnectionRow({ connection, remove }: ConnectionRowProps) {
  const navigate = useNavigate()
  const { uuid, company_name: name, logo_url } = connection.organization
  return (
    <li className={css.row}>
      <BrandLogo name={name} src={logo_url} size={44} />
      <div className={css.words}>
        <b className={css.name}>{name}</b>
        <span className="hint">{`Since ${dayText(Date.parse(connection.connected_at))}`}</span>
      </div>
      <Menu
        label={`More for ${name}`}
        items={[
          {
            label: 'See the brand',
            icon: StorefrontIcon,
            onSelect: () => void navigate({ to: paths.brandPartner('$uuid'), params: { uuid } }),
          },
          {
            label: 'Remove connection',
            icon: UserMinusIcon,
            danger: true,
            onSelect: () => void remove(connection),
          },
        ]}
        trigger={(props) => (
          <IconButton label={`More for ${name}`} icon={DotsThreeIcon} iconSize={24} {...props} />
        )}
      />
    </li>
  )
}
