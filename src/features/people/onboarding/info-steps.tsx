import { InstallRow } from '#app/install/install-row.tsx'
import { PushSwitch } from '#features/people/settings/push-switch.tsx'
import css from './onboarding-dialog.module.css'
import { EarningArt, ReadyArt } from './step-art.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

type StepProps = { wizard: Wizard }

/** The browser's own question comes only for a tap on the switch. */
export const NotificationsStep = ({ wizard }: StepProps) => (
  <StepFrame wizard={wizard}>
    <PushSwitch />
  </StepFrame>
)

/** A claim stands only over what it is based on. */
export function EarningsStep({ wizard }: StepProps) {
  const [claim, basis] = [wizard.text('claim'), wizard.text('basis')]
  return (
    <StepFrame wizard={wizard}>
      <EarningArt />
      {claim !== '' && basis !== '' && (
        <div className={css.claim}>
          <b>{claim}</b>
          <span className={css.basis}>{basis}</span>
        </div>
      )}
    </StepFrame>
  )
}

/** As many tiers as the server names; each has both its numbers. */
function tiersOf({ text }: Wizard) {
  const tiers: { sales: string; bonus: string }[] = []
  for (let tier = 1; text(`sales_${tier}`) !== ''; tier += 1)
    tiers.push({ sales: text(`sales_${tier}`), bonus: text(`bonus_${tier}`) })
  return tiers
}

export const BonusStep = ({ wizard }: StepProps) => (
  <StepFrame wizard={wizard}>
    <table className={css.tiers}>
      <thead>
        <tr>
          <th scope="col">Sales</th>
          <th scope="col">Bonus</th>
        </tr>
      </thead>
      <tbody className="num">
        {tiersOf(wizard).map(({ sales, bonus }) => (
          <tr key={sales}>
            <td>{sales}</td>
            <td>{bonus}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </StepFrame>
)

/** The last one; what a phone does in place of an extension is explained from here, too. */
export const SummaryStep = ({ wizard }: StepProps) => (
  <StepFrame wizard={wizard} action="Done">
    <ReadyArt />
    <InstallRow />
  </StepFrame>
)
