import { deskApplications } from '../../../../server/platform/db/schema.ts'
import type { TestServer } from '../test-app.ts'

type New = Partial<typeof deskApplications.$inferInsert>

/** Adds an application whose address is confirmed, and returns its number. */
export async function addApplication({ deps }: TestServer, values: New = {}): Promise<number> {
  const [row] = await deps.db
    .insert(deskApplications)
    .values({
      brandName: 'Sample Bakery',
      website: 'https://bakery.example',
      contactName: 'Ana Example',
      email: 'ana@bakery.example',
      sells: 'Bread and <b>cakes</b>',
      offer: '10 % of each order',
      confirmedAt: new Date(),
      ...values,
    })
    .returning({ id: deskApplications.id })
  if (!row) throw new Error('no row')
  return row.id
}
