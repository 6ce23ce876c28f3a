/** Grey pixels, row by row. */
export interface Grey {
  data: Uint8Array
  width: number
  height: number
}

const widest = 22
const coarse = 2
const fine = 0.5

/** Pixels that differ from their surroundings: strokes and edges, whatever the light. */
function marks({ data, width, height }: Grey): { x: Float32Array; y: Float32Array } {
  const reach = 6
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] as number
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row
    }
  }
  const xs: number[] = []
  const ys: number[] = []
  for (let y = reach; y < height - reach; y += 1) {
    for (let x = reach; x < width - reach; x += 1) {
      const [top, bottom] = [(y - reach) * (width + 1), (y + reach + 1) * (width + 1)]
      const [left, right] = [x - reach, x + reach + 1]
      const sum =
        (sums[bottom + right] as number) -
        (sums[bottom + left] as number) -
        (sums[top + right] as number) +
        (sums[top + left] as number)
      const mean = sum / (2 * reach + 1) ** 2
      if (Math.abs((data[y * width + x] as number) - mean) <= 6 + mean * 0.12) continue
      xs.push(x - width / 2)
      ys.push(y - height / 2)
    }
  }
  return { x: Float32Array.from(xs), y: Float32Array.from(ys) }
}

/** How much the rows of marks stand apart when lines rise by `degrees`; text in rows gives high, empty, high. */
function apart(across: Float32Array, down: Float32Array, degrees: number, size: number): number {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const rows = new Float64Array(size * 2)
  for (let at = 0; at < across.length; at += 1) {
    const row = Math.round((down[at] as number) * cos - (across[at] as number) * sin) + size
    rows[row] = (rows[row] as number) + 1
  }
  // Over three rows: whole pixels would favour whole turns.
  let score = 0
  for (let row = 5; row < rows.length; row += 1) {
    const [a, b, c] = [rows[row] as number, rows[row - 1] as number, rows[row - 2] as number]
    const [d, e, f] = [rows[row - 3] as number, rows[row - 4] as number, rows[row - 5] as number]
    score += (a + b + c - d - e - f) ** 2
  }
  return score
}

function best(across: Float32Array, down: Float32Array, size: number): { degrees: number; score: number } {
  let found = { degrees: 0, score: apart(across, down, 0, size) }
  const look = (degrees: number): void => {
    const score = apart(across, down, degrees, size)
    if (score > found.score) found = { degrees, score }
  }
  for (let degrees = -widest; degrees <= widest; degrees += coarse) look(degrees)
  const near = found.degrees
  for (let degrees = near - coarse; degrees <= near + coarse; degrees += fine) look(degrees)
  return found
}

/** Degrees, clockwise, by which the lines of text in a picture are turned: within ±22 of lying, or of standing. */
export function textAngle(grey: Grey): { lying: number; standing: number; isStanding: boolean } {
  const { x, y } = marks(grey)
  const size = Math.ceil(Math.hypot(grey.width, grey.height))
  const lying = best(x, y, size)
  const standing = best(
    y,
    x.map((value) => -value),
    size,
  )
  return {
    lying: lying.degrees,
    standing: standing.degrees + 90,
    isStanding: standing.score > lying.score * 1.15,
  }
}
