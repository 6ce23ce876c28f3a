import type { gradeBandLabel } from '#contract/codes'

type Band = keyof typeof gradeBandLabel

const shirt = 'M22 12 12 17 4 30l8 6 5-5v27h30V31l5 5 8-6-8-13-10-5c-2 4-6 6-10 6s-8-2-10-6z'

const marks: Readonly<Record<Band, string>> = {
  // A tag that hangs on, and a glint.
  S: 'M47 36l7 4v9h-9v-9zM49.500 41.500h.01M40 25l1.500 3 3 1.500-3 1.500-1.500 3-1.500-3-3-1.500 3-1.500z',
  A: 'M26 26h12',
  // Creases.
  B: 'M23 40c4 2 7 1 10-1M30 48c4 2 7 1 11-2M24 54c3 1 5 1 7 0',
  // Fluff and a faded patch.
  C: 'M24 38h.01M28 42h.01M23 45h.01M27 48h.01M31 39h.01M33 52c2-4 8-4 10-1s-1 5-5 5-6-1-5-4zM37 36h.01M40 40h.01',
  // A hole, a tear and a stain.
  D: 'M26 38c3-3 8-1 7 3s-7 4-8 1 0-3 1-4zM47 58l-5-9 4-2-5-7M22 50c1-2 5-2 6 0s-1 4-3 4-4-2-3-4z',
}

/** Decorative: the words beside it say what is meant. */
export const GradeDrawing = ({ band }: { band: Band }) => (
  <svg
    viewBox="0 0 64 64"
    width={52}
    height={52}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    focusable="false"
    style={{ flex: 'none' }}
  >
    <path d={shirt} opacity={0.55} />
    <path d={marks[band]} strokeWidth={band === 'C' ? 2.6 : 1.8} />
  </svg>
)

export const gradeWords: Readonly<Record<Band, string>> = {
  S: 'タグ付き、または一度も使っていない',
  A: '数回使っただけで、目立つ傷や汚れがない',
  B: '着用感はあるが、目立つ傷みはない',
  C: '毛玉や色あせ、小さな汚れがある',
  D: '破れや穴、落ちない汚れがある',
}
