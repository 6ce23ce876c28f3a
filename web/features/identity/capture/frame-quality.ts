/** What a small picture of the camera says about the shot. Computed here: nothing leaves the device. */
export interface FrameQuality {
  /** Mean brightness, 0 to 255. */
  brightness: number
  /** Part of the pixels that are blown out. */
  glare: number
  /** Variance of the Laplacian: low for a blurred or empty picture. */
  sharpness: number
}

export interface Pixels {
  data: ArrayLike<number>
  width: number
  height: number
}

const blownOut = 250

export function qualityOf({ data, width, height }: Pixels): FrameQuality {
  const count = width * height
  const grey = new Float32Array(count)
  let sum = 0
  let blown = 0
  for (let index = 0; index < count; index++) {
    const [r = 0, g = 0, b = 0] = [data[index * 4], data[index * 4 + 1], data[index * 4 + 2]]
    const value = 0.299 * r + 0.587 * g + 0.114 * b
    grey[index] = value
    sum += value
    if (value >= blownOut) blown += 1
  }
  return {
    brightness: count === 0 ? 0 : sum / count,
    glare: count === 0 ? 0 : blown / count,
    sharpness: laplacianVariance(grey, width, height),
  }
}

function laplacianVariance(grey: Float32Array, width: number, height: number): number {
  let count = 0
  let sum = 0
  let squares = 0
  const at = (index: number) => grey[index] ?? 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const value = 4 * at(index) - at(index - 1) - at(index + 1) - at(index - width) - at(index + width)
      sum += value
      squares += value * value
      count += 1
    }
  }
  if (count === 0) return 0
  const mean = sum / count
  return squares / count - mean * mean
}

export type Hint = 'dark' | 'bright' | 'glare' | 'blur'

export const hintText: Readonly<Record<Hint, { title: string; how: string }>> = {
  dark: { title: '暗いようです', how: '明るい場所へ移るか、明かりをつけてください' },
  bright: { title: '明るすぎるようです', how: '窓や照明を背にしないでください' },
  glare: { title: '光が反射しているようです', how: '書類を少し傾けるか、明かりから離してください' },
  blur: { title: 'ぼやけているようです', how: '動きを止めて、ピントが合うまでお待ちください' },
}

/** The one thing to mend first; none when the shot looks usable. A white card is not glare by itself. */
export function hintOf(quality: FrameQuality, subject: 'paper' | 'face'): Hint | null {
  const { brightness, glare, sharpness } = quality
  if (brightness < 55) return 'dark'
  if (brightness > 242) return 'bright'
  if (subject === 'paper' && glare > 0.06) return 'glare'
  if (sharpness < (subject === 'paper' ? 60 : 25)) return 'blur'
  return null
}
