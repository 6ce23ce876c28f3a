// All arithmetic on yen is here, so that there is one rounding rule.

declare const yenBrand: unique symbol

export type Yen = number & { readonly [yenBrand]: true }

export function yen(amount: number): Yen {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of yen: ${amount}`)
  // Turns -0 into 0.
  return (amount + 0) as Yen
}

export function addYen(a: Yen, b: Yen): Yen {
  return yen(a + b)
}

export function subYen(a: Yen, b: Yen): Yen {
  return yen(a - b)
}

/** Exact even when a partial sum exceeds a safe integer; only the result must fit. */
export function sumYen(amounts: Iterable<Yen>): Yen {
  let sum = 0n
  for (const amount of amounts) sum += BigInt(amount)
  return yen(Number(sum))
}

/**
 * Splits a total by weights so that the parts add up exactly (largest remainder; ties in the given order). All-zero
 * weights split evenly. A negative total mirrors the positive one, so that a reversal cancels what it reverses.
 */
export function allocate(total: Yen, weights: readonly number[]): Yen[] {
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`Not a usable weight: ${weight}`)
  }
  if (weights.length === 0) {
    if (total === 0) return []
    throw new RangeError('An amount cannot be split among nobody')
  }
  if (total < 0) return allocate(yen(-total), weights).map((part) => yen(-part))

  const even = weights.every((weight) => weight === 0)
  const exact = weights.map((weight) => (even ? 1n : BigInt(weight)))
  const sum = exact.reduce((left, right) => left + right, 0n)
  const shares = exact.map((weight, index) => {
    const product = BigInt(total) * weight
    return { index, part: product / sum, rest: product % sum }
  })
  let left = BigInt(total) - shares.reduce((done, share) => done + share.part, 0n)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const share of byRest) {
    if (left === 0n) break
    share.part += 1n
    left -= 1n
  }
  return shares.map((share) => yen(Number(share.part)))
}

const percentScale = 10_000

/**
 * Returns the percentage of an amount, rounded down; the only rounding rule. Percentages are decimal (up to four places),
 * so 1.1 % of ¥1,000 is ¥11. To undo a share, reverse the booked amount: recomputing from the negative may differ by ¥1.
 */
export function percentOf(amount: Yen, percent: number): Yen {
  const scaled = Math.round(percent * percentScale)
  if (!Number.isSafeInteger(scaled) || scaled / percentScale !== percent) {
    throw new RangeError(`Not a percentage with at most four decimals: ${percent}`)
  }
  const product = BigInt(amount) * BigInt(scaled)
  const divisor = BigInt(100 * percentScale)
  const towardsZero = product / divisor
  return yen(Number(product < 0n && product % divisor !== 0n ? towardsZero - 1n : towardsZero))
}
