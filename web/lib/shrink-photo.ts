/** The server's maximum, so larger photos are shrunk before they are sent or kept. */
const MAX_EDGE = 2000
const QUALITY = 0.92
const SMALL_BYTES = 600_000

/** Shrinks a photo, applies its orientation and drops its metadata. What cannot be drawn is sent unchanged. */
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
