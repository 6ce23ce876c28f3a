// Drawing of A4 sheets with Japanese text.
import PDFDocument from 'pdfkit'
import { type PdfRun, type PdfWeight, pdfRuns } from './pdf-font.ts'

export const page = { width: 595.28, height: 841.89, margin: 44 }
export const right = page.width - page.margin
export const bottom = page.height - page.margin - 24

export const ink = { text: '#1a1a1a', quiet: '#5f6368', line: '#c9ccd1' } as const

interface TextStyle {
  size: number
  weight?: PdfWeight
  color?: string
}

export type Doc = PDFKit.PDFDocument
export interface Sheet {
  doc: Doc
  y: number
}

function use(doc: Doc, run: PdfRun, size: number): Doc {
  return doc.registerFont(run.face.name, run.face.source).font(run.face.name).fontSize(size)
}

const widthOf = (doc: Doc, runs: readonly PdfRun[], size: number): number =>
  runs.reduce((sum, run) => sum + use(doc, run, size).widthOfString(run.text), 0)

/** One line, from the left or up to the right edge. */
export async function line(
  doc: Doc,
  text: string,
  { x, y, end, size, weight = 400, color = ink.text }: TextStyle & { x: number; y: number; end?: true },
): Promise<void> {
  const runs = await pdfRuns(text, weight)
  let place = end ? x - widthOf(doc, runs, size) : x
  for (const run of runs) {
    use(doc, run, size).fillColor(color).text(run.text, place, y, { lineBreak: false })
    place += doc.widthOfString(run.text)
  }
}

const closes = /^[、。，．・)）」』】〉》,.!?！？ーゃゅょっャュョッ]/

/** Breaks where the width ends, but not in words and short remarks that fit, and never before a closing mark. */
export async function linesOf(doc: Doc, text: string, size: number, width: number): Promise<string[]> {
  if (widthOf(doc, await pdfRuns(text, 400), size) <= width) return text === '' ? [] : [text]
  const lines: string[] = []
  let current = ''
  const words = text.match(/\([^()]{1,8}\)|[A-Za-z0-9.&'-]+|\s+|./gsu) ?? []
  const fits = async (part: string) => widthOf(doc, await pdfRuns(part, 400), size) <= width
  const parts: string[] = []
  for (const word of words) parts.push(...((await fits(word)) ? [word] : word))
  for (const part of parts) {
    const wider = widthOf(doc, await pdfRuns(current + part, 400), size) > width
    if (wider && current.trim() !== '' && !closes.test(part)) {
      lines.push(current.trim())
      current = part.trimStart()
    } else current += part
  }
  return current.trim() === '' ? lines : [...lines, current.trim()]
}

export function rule({ doc, y }: Sheet, color: string = ink.line): void {
  doc.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.6).strokeColor(color).stroke()
}

/** Draws on sheets of one document; `foot` is drawn on each of them at the end. */
export async function pdfOf(
  title: string,
  draw: (sheet: Sheet) => Promise<void>,
  foot: (doc: Doc, number: number, count: number) => Promise<void>,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'ja-JP',
    info: { Title: title },
  })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  await draw({ doc, y: page.margin })
  const { count } = doc.bufferedPageRange()
  for (let number = 0; number < count; number += 1) {
    doc.switchToPage(number)
    await foot(doc, number + 1, count)
  }
  doc.end()
  return done
}
