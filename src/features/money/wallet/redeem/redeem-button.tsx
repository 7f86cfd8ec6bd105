import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import type { RedeemForm } from './use-redeem-form.ts'

/** Submits a redemption. Disabled until an amount is chosen. */
export const RedeemButton = ({ form, children }: { form: RedeemForm; children: ReactNode }) => (
  <Button
    type="submit"
    size="lg"
    variant="primary"
    className="num"
    busy={form.busy}
    disabled={form.sums.value !== undefined && form.values.value === null}
  >
    {children}
  </Button>
)
