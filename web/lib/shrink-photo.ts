/** The server keeps no photo larger than this, so nothing larger has to travel, or wait in the browser. */
const MAX_EDGE = 2000
const QUALITY = 0.92
/** Below this there is little to gain. */
const SMALL_BYTES = 600_000

/**
 * The photo upright and no larger than it will be kept, without what the camera wrote into it. Whatever cannot be
 * drawn here goes as it is, and the server judges it.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  if (file.size < SMALL_BYTES || typeof createImageBitmap !== 'function') return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return drawn && drawn.size < file.size ? drawn : file
  } catch {
    return file
  }
}
