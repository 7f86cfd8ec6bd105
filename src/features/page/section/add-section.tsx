import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import type { SectionsAnswer } from '../page.ts'
import { Templates, useAddSection } from './templates.tsx'

type AddSectionProps = { sections: SectionsAnswer; onClose: () => void }

const EMPTY = { title: 'New section', type: 'collections', layout: 'grid' } as const

/** Shows the templates for a new section, and a button for an empty section. */
export function AddSection({ sections, onClose }: AddSectionProps) {
  const add = useAddSection(sections, true)
  return (
    <Modal
      title="Add a section"
      onClose={onClose}
      footer={
        <Button variant="quiet" block onClick={() => add(EMPTY)}>
          Start with an empty section
        </Button>
      }
    >
      <Templates add={add} />
    </Modal>
  )
}
