/** Thousandths of the picture as it was sent. */
export interface ReadBox {
  x: number
  y: number
  width: number
  height: number
}

export interface ReadWord {
  text: string
  /** 0 to 1, of the least certain character. */
  confidence: number
}

export interface ReadLine {
  text: string
  /** 0 to 1. */
  confidence: number
  words: ReadWord[]
  box: ReadBox
  /** Height of the line in thousandths of the picture's height. */
  size: number
}

/** `small`: the picture at half its size; `exact`: line by line, with capitals, digits and separators only. */
export type ReadingKind = 'plain' | 'small' | 'contrast' | 'exact' | 'japanese'

export interface Reading {
  kind: ReadingKind
  lines: ReadLine[]
}

export interface ReadPicture {
  width: number
  height: number
  /** Degrees, clockwise, by which the text was turned. */
  turned: number
  readings: Reading[]
}
