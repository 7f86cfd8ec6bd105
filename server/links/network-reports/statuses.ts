import type { RowStatus } from '#contract/money/networks.ts'

/** Words that networks use for a status, without case and punctuation. */
const WORDS: Record<RowStatus, string> = {
  pending: `pending new open extended onhold hold processing waiting tracked unconfirmed estimated
    delayed inprogress provisional underreview offen ausstehend enattente pendiente`,
  approved: `approved confirmed locked closed paid payable valid validated active complete completed
    available finalized actioned shipped accepted approvedpaid readytopay cleared bestatigt bestätigt
    genehmigt bezahlt confirmé confirme aprobado`,
  declined: `declined rejected cancelled canceled reversed void voided returned deleted refused invalid
    denied disapproved refunded expired bounced storniert abgelehnt annulé annule rechazado`,
}

const STATUS_OF = new Map(
  Object.entries(WORDS).flatMap(([status, words]) =>
    words.split(/\s+/).map((word) => [word, status as RowStatus] as const),
  ),
)

/** Returns the status for a word of a network; undefined for an unknown word. */
export const readStatus = (cell: string): RowStatus | undefined =>
  STATUS_OF.get(cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Returns whether a column such as `Voided` or `Paid Date` is set. */
export const isSet = (cell: string): boolean =>
  !/^(?:|0|no|n|false|f|-|null|n\/a|0000-00-00.*)$/i.test(cell.trim())
