import type { StaffRole } from '../../platform/db/schema.ts'

type Action = {
  /** Text for the audit log. */
  does: string
  /** Roles that may do it with a form of the console. Empty if only the command line or a sign-in can. */
  roles: readonly StaffRole[]
  /**
   * Reason for which the console asks for a code of the last minutes. `money`: it moves money,
   * decides where money goes or how much, or returns payout addresses or other personal data.
   * `access`: it removes a second factor.
   */
  proof?: 'money' | 'access'
  /** Action that undoes it, or the reason why none does. */
  undo: string | { no: string }
}

const OWNER = ['owner'] as const
const SUPPORT = ['owner', 'support'] as const
const FINANCE = ['owner', 'finance'] as const
const NOBODY = [] as const

const ACCEPTED = { no: 'Accept the settings of another server.' }
const SENT_MONEY = { no: 'The money is on its way. A returned payout is recorded as such.' }
const READ_FILE = { no: 'The file is on the computer of the member.' }
const DECIDED_ORDER = { no: 'The books keep both decisions. Decide again.' }

/**
 * Actions of the console and the command line. Each is recorded in the audit log, in the
 * transaction that makes the change.
 */
export const ACTIONS = {
  'maintenance.on': { does: 'Started maintenance', roles: OWNER, undo: 'maintenance.off' },
  'maintenance.off': { does: 'Ended maintenance', roles: OWNER, undo: 'maintenance.on' },
  'servers.accept': { does: 'Accepted shared settings', roles: NOBODY, undo: ACCEPTED },
  'servers.distribute': {
    does: 'Distributed tables',
    roles: NOBODY,
    undo: { no: 'Run undistribute_table of Citus for each table.' },
  },
  'staff.invite': { does: 'Invited staff', roles: NOBODY, undo: 'staff.remove' },
  'staff.join': { does: 'Became staff by a claim', roles: NOBODY, undo: 'staff.remove' },
  'staff.role': { does: 'Changed a role', roles: NOBODY, undo: 'staff.role' },
  'staff.remove': { does: 'Removed staff', roles: NOBODY, undo: 'staff.invite' },
  'staff.add-passkey': { does: 'Added a passkey', roles: NOBODY, undo: 'staff.remove-passkey' },
  'staff.remove-passkey': {
    does: 'Removed a passkey',
    roles: NOBODY,
    undo: { no: 'The member adds it again.' },
  },
  'person.invite': {
    does: 'Invited a user',
    roles: SUPPORT,
    undo: { no: 'The link is signed, not stored. It expires after two weeks.' },
  },
  'person.sign-out': {
    does: 'Signed a user out everywhere',
    roles: SUPPORT,
    undo: { no: 'The user signs in again.' },
  },
  'person.reset-factors': {
    does: 'Reset the second factor',
    roles: SUPPORT,
    proof: 'access',
    undo: { no: 'The secrets are deleted. The user sets them up again.' },
  },
  'person.pause': { does: 'Paused an account', roles: SUPPORT, undo: 'person.release' },
  'person.block': { does: 'Blocked an account', roles: SUPPORT, undo: 'person.release' },
  'person.release': { does: 'Released an account', roles: SUPPORT, undo: 'person.block' },
  'person.export': {
    does: 'Downloaded the data of a user',
    roles: OWNER,
    proof: 'money',
    undo: READ_FILE,
  },
  'person.delete': {
    does: 'Scheduled the deletion of an account',
    roles: SUPPORT,
    undo: 'person.keep',
  },
  'person.keep': {
    does: 'Cancelled the deletion of an account',
    roles: SUPPORT,
    undo: 'person.delete',
  },
  'content.block': { does: 'Blocked', roles: SUPPORT, undo: 'content.unblock' },
  'content.unblock': { does: 'Unblocked', roles: SUPPORT, undo: 'content.block' },
  'reports.dismiss': {
    does: 'Closed reports',
    roles: SUPPORT,
    undo: { no: 'Reporters were told. Block it if the decision was wrong.' },
  },
  'appeal.accept': { does: 'Accepted an appeal', roles: SUPPORT, undo: 'content.block' },
  'appeal.reject': {
    does: 'Rejected an appeal',
    roles: SUPPORT,
    undo: { no: 'The author was told. Unblock it if the decision was wrong.' },
  },
  'message.send': {
    does: 'Sent a message',
    roles: SUPPORT,
    undo: { no: 'The user may have read it.' },
  },
  'site.content': {
    does: 'Applied the content file',
    roles: OWNER,
    proof: 'money',
    undo: { no: 'Apply the previous file.' },
  },
  'site.entry': { does: 'Changed content', roles: OWNER, proof: 'money', undo: 'site.entry' },
  'brand.admit': {
    does: 'Admitted a brand',
    roles: OWNER,
    proof: 'money',
    undo: { no: 'The brand was invited. Archive it in its terms and texts.' },
  },
  'brand.decline': {
    does: 'Declined the application of a brand',
    roles: SUPPORT,
    undo: { no: 'The brand was told. It can apply again.' },
  },
  'brand.link': {
    does: 'Sent a brand its link',
    roles: SUPPORT,
    undo: { no: 'The link works once and expires after a day.' },
  },
  'brand.reset-factor': {
    does: 'Reset the second factor of a person of a brand',
    roles: SUPPORT,
    proof: 'access',
    undo: { no: 'The secrets are deleted. The person sets them up again.' },
  },
  'brand.referral': {
    does: 'Created the referral link of a brand',
    roles: SUPPORT,
    undo: { no: 'The link is public and stays the same.' },
  },
  'brand.settle': {
    does: 'Booked a payment of a brand',
    roles: FINANCE,
    proof: 'money',
    undo: { no: 'The books are never changed.' },
  },
  'order.import': {
    does: 'Imported orders',
    roles: FINANCE,
    proof: 'money',
    undo: 'order.reverse',
  },
  'order.approve': {
    does: 'Approved an order',
    roles: FINANCE,
    proof: 'money',
    undo: 'order.reverse',
  },
  'order.reverse': {
    does: 'Reversed an order',
    roles: FINANCE,
    proof: 'money',
    undo: DECIDED_ORDER,
  },
  'order.assign': {
    does: 'Assigned an order to a link',
    roles: FINANCE,
    proof: 'money',
    undo: 'order.reverse',
  },
  'sale.accept': {
    does: 'Accepted a missing sale',
    roles: FINANCE,
    proof: 'money',
    undo: 'order.reverse',
  },
  'sale.decline': {
    does: 'Declined a missing sale',
    roles: FINANCE,
    undo: { no: 'The creator was told. Import the order if the decision was wrong.' },
  },
  'payout.approve': {
    does: 'Approved payouts',
    roles: FINANCE,
    proof: 'money',
    undo: 'payout.reject',
  },
  'payout.open': {
    does: 'Opened a payout batch',
    roles: FINANCE,
    proof: 'money',
    undo: { no: 'Reject single payouts of the batch.' },
  },
  'payout.export': {
    does: 'Downloaded a payout batch',
    roles: FINANCE,
    proof: 'money',
    undo: READ_FILE,
  },
  'payout.year': {
    does: 'Downloaded the payouts of a year',
    roles: FINANCE,
    proof: 'money',
    undo: READ_FILE,
  },
  'payout.send': {
    does: 'Sent a payout batch to PayPal',
    roles: FINANCE,
    proof: 'money',
    undo: SENT_MONEY,
  },
  'payout.paid': {
    does: 'Recorded payouts as paid',
    roles: FINANCE,
    proof: 'money',
    undo: 'payout.return',
  },
  'payout.reject': {
    does: 'Rejected a payout',
    roles: FINANCE,
    proof: 'money',
    undo: { no: 'The user has the money back and can redeem it again.' },
  },
  'payout.return': {
    does: 'Recorded a payout as returned',
    roles: FINANCE,
    proof: 'money',
    undo: { no: 'The user has the money back and can redeem it again.' },
  },
  'tax-form.record': {
    does: 'Recorded a tax form',
    roles: FINANCE,
    proof: 'money',
    undo: 'tax-form.record',
  },
  'vouchers.import': {
    does: 'Imported gift cards',
    roles: FINANCE,
    proof: 'money',
    undo: { no: 'A card may have been handed out.' },
  },
  'job.retry': {
    does: 'Retried a failed job',
    roles: SUPPORT,
    undo: { no: 'The job runs at once.' },
  },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS

export const actionOf = (name: ActionName): Action => ACTIONS[name]
