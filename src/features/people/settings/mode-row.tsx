import { ArrowsLeftRightIcon } from '@phosphor-icons/react/ArrowsLeftRight'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { ListButton } from '#ui/list-row.tsx'
import { useMode } from './use-mode.ts'

/** Shows "Creator" or "Shopper" and opens that onboarding step by itself. */
export function ModeRow() {
  const { open } = useDialogParam('onboarding')
  const { value } = useMode()
  return (
    <ListButton
      icon={ArrowsLeftRightIcon}
      label={`How you use ${APP_NAME}`}
      value={typeof value === 'boolean' ? (value ? 'Creator' : 'Shopper') : undefined}
      opens
      onClick={() => open('profileMode')}
    />
  )
}
