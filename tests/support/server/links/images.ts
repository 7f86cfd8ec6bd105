import sharp from 'sharp'
import type { TestServer } from '../test-app.ts'
import { bytesOf } from './uploading.ts'

/** Accept header of browsers for images. */
export const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

type ImageRequest = { accept?: string; token?: string | undefined }

export const getImage = (server: TestServer, path: string, { accept, token }: ImageRequest = {}) =>
  server.request('GET', path, {
    ...(accept && { headers: { Accept: accept } }),
    ...(token && { token }),
  })

/** Returns size and format, such as `600x400 webp`. For an error, returns its status and body. */
export async function describeImage(response: Response): Promise<string> {
  if (response.status !== 200) return `${response.status} ${await response.text()}`
  const type = response.headers.get('content-type')?.replace('image/', '')
  const { width, height } = await sharp(await bytesOf(response)).metadata()
  return `${width}x${height} ${type}`
}
