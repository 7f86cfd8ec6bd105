import * as v from 'valibot'

/** Minutes in which the user can approve a change, and the assistant can make it afterwards. */
export const APPROVAL_MINUTES = 15

/** Change that an assistant wants to make and that needs the user's approval. */
export const Approval = v.object({
  id: v.string(),
  /** Name of the app or API key that asks. */
  asked_by: v.string(),
  /** Kind of change in words, such as "Delete a section". */
  action: v.string(),
  /** Current name of the object that changes; null if it has none. */
  subject: v.nullable(v.string()),
  /** Values of the change. */
  fields: v.array(v.object({ name: v.string(), value: v.string() })),
  state: v.picklist(['pending', 'approved', 'rejected', 'expired', 'used']),
  expires_at: v.string(),
})
export type Approval = v.InferOutput<typeof Approval>

/** Body of POST /v2/my/approvals/{id}/decision/. Not in the specification. */
export const ApprovalDecision = v.object({ approve: v.boolean() })
