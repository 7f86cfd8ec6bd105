import type { RefObject } from 'react'

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  onChoose: (file: File) => void
}

/** Renders a hidden file input. A button opens it by `ref`; the same file can be chosen again. */
export const FileInput = ({ ref, label, accept, onChoose }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept={accept}
    aria-label={label}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      target.value = ''
      if (file) onChoose(file)
    }}
  />
)
