import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { ArrowLeftIcon } from '@phosphor-icons/react/ArrowLeft'
import { SidebarSimpleIcon } from '@phosphor-icons/react/SidebarSimple'
import { useAtom } from 'jotai'
import { IconButton } from '#ui/button.tsx'
import styles from './side-menu.module.css'
import { menuSetting } from '../ui-settings.ts'
import { reloadApp } from '../../worker/update.ts'
import { VERSION } from '../version.ts'

export function SideMenuFoot() {
  const [menu, setMenu] = useAtom(menuSetting)
  const collapsed = menu === 'collapsed'
  return (
    <div className={styles.foot}>
      <IconButton
        label="Previous page"
        icon={ArrowLeftIcon}
        size="sm"
        iconSize={20}
        onClick={() => history.back()}
      />
      <IconButton
        label={collapsed ? 'Widen menu' : 'Collapse menu'}
        icon={SidebarSimpleIcon}
        size="sm"
        iconSize={20}
        onClick={() => setMenu(collapsed ? 'wide' : 'collapsed')}
      />
      <span className={`${styles.version} num`}>
        <span className="vh">Version </span>
        <span>{VERSION}</span>
      </span>
      <IconButton
        label="Reload"
        icon={ArrowClockwiseIcon}
        size="sm"
        onClick={() => void reloadApp()}
      />
    </div>
  )
}
