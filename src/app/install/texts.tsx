import { DotsThreeVerticalIcon } from '@phosphor-icons/react/DotsThreeVertical'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { PlusSquareIcon } from '@phosphor-icons/react/PlusSquare'
import type { ReactNode } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import type { InstallWay } from './ways.ts'

type Step = { id: string; step: ReactNode }

const MENU: Step = {
  id: 'menu',
  step: (
    <span>
      Open the browser’s menu <DotsThreeVerticalIcon size={18} weight="bold" aria-hidden />
    </span>
  ),
}

/** Steps, with the words that each browser shows on its buttons. */
export const STEPS: Record<Exclude<InstallWay, 'installed'>, Step[]> = {
  prompt: [],
  none: [],
  ios: [
    {
      id: 'share',
      step: (
        <span>
          Tap <b>Share</b> <ExportIcon size={18} weight="bold" aria-hidden /> in the browser’s bar
        </span>
      ),
    },
    {
      id: 'add',
      step: (
        <span>
          Choose <b>Add to Home Screen</b> <PlusSquareIcon size={18} weight="bold" aria-hidden />
        </span>
      ),
    },
    {
      id: 'confirm',
      step: (
        <span>
          Tap <b>Add</b>, and open {APP_NAME} from the Home Screen
        </span>
      ),
    },
  ],
  android: [
    MENU,
    {
      id: 'add',
      step: (
        <span>
          Choose <b>Install</b> or <b>Add to Home screen</b>
        </span>
      ),
    },
  ],
  desktop: [
    MENU,
    {
      id: 'add',
      step: (
        <span>
          Choose <b>Install</b>; some versions keep it below <b>Cast, save and share</b>
        </span>
      ),
    },
  ],
  mac: [
    {
      id: 'file',
      step: (
        <span>
          Open <b>File</b> in the menu bar
        </span>
      ),
    },
    {
      id: 'add',
      step: (
        <span>
          Choose <b>Add to Dock</b>
        </span>
      ),
    },
  ],
}

const ANDROID = `Once ${APP_NAME} is installed, tap Share in a shop or a browser and choose ${APP_NAME}: a new link opens with the address filled in, also offline.`
const IOS = `Copy the address of a page, open ${APP_NAME}, tap Create and paste it.`
const COMPUTER = `On an Android phone, an installed ${APP_NAME} appears in the share menu of other apps. Elsewhere, copy the address of a page and paste it into a new link.`

export const SHARING: Record<InstallWay, string> = {
  installed: `Tap Share in a shop or a browser and choose ${APP_NAME}: a new link opens with the address filled in. Where ${APP_NAME} is not on that list, as on iPhone and iPad, copy the address and paste it into a new link.`,
  prompt: ANDROID,
  android: ANDROID,
  ios: IOS,
  mac: COMPUTER,
  desktop: COMPUTER,
  none: COMPUTER,
}
