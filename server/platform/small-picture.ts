import sharp from 'sharp'

/** Upright, in sRGB, three bytes a pixel, stretched to the size. */
export async function smallPicture(bytes: Buffer, width: number, height: number) {
  const data = await sharp(bytes, { failOn: 'error' })
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { data: new Uint8Array(data), width, height }
}
