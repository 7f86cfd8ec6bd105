import { expect, test } from 'vitest'
import { errorText } from '../../../../server/people/media/accept-picture.ts'
import { UPLOAD_BUSY_TEXT, UPLOAD_DAMAGED_TEXT } from '#contract/images/uploads.ts'

test('a photo that took too long on a busy machine is not reported as damaged', () => {
  // Message of libvips after a timeout.
  const late = new Error('timeout: 28% complete\nVipsImage: killed for image "temp-36"')
  expect(errorText(late)).toBe(UPLOAD_BUSY_TEXT)
  expect(errorText(new Error('VipsJpeg: Premature end of input file'))).toBe(UPLOAD_DAMAGED_TEXT)
})
