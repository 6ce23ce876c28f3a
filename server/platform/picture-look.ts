const side = 32
const kept = 8

/** Cosines of the lowest frequencies: `cosines[u * side + x]`. */
const cosines = Float64Array.from({ length: kept * side }, (_, place) => {
  const [u, x] = [Math.floor(place / side), place % side]
  return Math.cos(((2 * x + 1) * u * Math.PI) / (2 * side))
})

export const lookSide = side

/**
 * What a picture roughly looks like, in 64 bits, from 32 × 32 grey pixels: which of its lowest frequencies are above
 * their median. Another size or compression of a picture differs in a few bits.
 */
export function lookHash(grey: Uint8Array): Buffer {
  const rows = new Float64Array(side * kept)
  for (let y = 0; y < side; y++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let x = 0; x < side; x++) sum += (grey[y * side + x] ?? 0) * (cosines[u * side + x] ?? 0)
      rows[y * kept + u] = sum
    }
  }
  const low = new Float64Array(kept * kept)
  for (let v = 0; v < kept; v++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let y = 0; y < side; y++) sum += (rows[y * kept + u] ?? 0) * (cosines[v * side + y] ?? 0)
      low[v * kept + u] = sum
    }
  }
  // The first is the brightness of the whole.
  const sorted = low.slice(1).toSorted()
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const bits = Buffer.alloc(8)
  for (let place = 0; place < low.length; place++) {
    if ((low[place] ?? 0) > median) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7))
  }
  return bits
}
