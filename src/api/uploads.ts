import { EDITOR_SIZE } from '#contract/images/image-sizes.ts'
import { imagePath, originalImage } from '#contract/images/images.ts'
import { V1 } from '#contract/app-constants.ts'
import { Upload, type UploadKind } from '#contract/images/uploads.ts'
import { parseAnswer, pictureOptions, http, quiet } from '#http/client.ts'
import { sendForm } from '#http/send-form.ts'

type UploadOptions = { signal: AbortSignal; onProgress: (sent: number) => void }

/** Uploads a picture. There is no timeout, because large files take long. */
export function uploadPicture(
  kind: UploadKind,
  picture: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<Upload> {
  const form = new FormData()
  form.append('file', picture, 'picture')
  const options = { ...quiet, signal, timeout: false, fetch: sendForm(form, onProgress) } as const
  return parseAnswer(http.post(`${V1}/uploader/upload/${kind}/`, options), Upload, options)
}

/** Formats that an upload accepts. The server converts other formats to one of these. */
const ACCEPTED_TYPES = 'image/webp,image/png;q=0.9,image/jpeg;q=0.9'

/**
 * Loads the original picture, scaled down to the editor's maximum size. Pictures of other hosts are
 * loaded through our server.
 */
export async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  const options = { ...pictureOptions, signal, headers: { Accept: ACCEPTED_TYPES } }
  const whole = originalImage(url)
  if (!whole.startsWith('/')) {
    const searchParams = { url: whole }
    return (await http.get(`${V1}/image-proxy`, { ...options, searchParams })).blob()
  }
  return (await http.get(imagePath(whole, EDITOR_SIZE), options)).blob()
}
