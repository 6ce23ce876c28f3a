import sharp from 'sharp'

export interface Photo {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function photo(
  name: string,
  background: string,
  { width, height } = { width: 400, height: 300 },
): Promise<Photo> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Of an identity document, or of anything that has to be large enough. */
export const paper = () => photo('photo.jpg', '#dfe8ee', { width: 1200, height: 800 })
