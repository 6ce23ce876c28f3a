import { jaModel, Parser } from 'budoux'

// Lines break between phrases also where the browser does not know how (Safari, Firefox): an invisible break is put
// between them. Only the content of text nodes changes, which React overwrites as a whole when a text changes.

const BREAK = '\u200b'
const PARTS = '#main :is(h1, h2, h3, p), dialog p, [role="dialog"] :is(h2, p)'
const LEAST = 8
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/

const parser = new Parser(jaModel)
const seen = new WeakMap<Text, string>()

function breakText(text: Text): void {
  const { data } = text
  if (data.length < LEAST || !JAPANESE.test(data) || seen.get(text) === data) return
  const broken = parser.parse(data.replaceAll(BREAK, '')).join(BREAK)
  seen.set(text, broken)
  if (broken !== data) text.data = broken
}

function breakPart(part: HTMLElement): void {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) breakText(texts.currentNode as Text)
  part.style.wordBreak = 'keep-all'
}

/** What is copied has no invisible characters. */
function copyPlain(event: ClipboardEvent): void {
  const text = document.getSelection()?.toString() ?? ''
  if (!text.includes(BREAK)) return
  event.clipboardData?.setData('text/plain', text.replaceAll(BREAK, ''))
  event.preventDefault()
}

/** Returns a function that stops. */
export function keepPhrases(): () => void {
  for (const part of document.querySelectorAll<HTMLElement>(PARTS)) breakPart(part)
  const changed = new MutationObserver((changes) => {
    const parts = new Set<HTMLElement>()
    for (const { target, addedNodes } of changes) {
      const own = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>(PARTS)
      if (own) parts.add(own)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue
        if (node.matches(PARTS)) parts.add(node)
        for (const part of node.querySelectorAll<HTMLElement>(PARTS)) parts.add(part)
      }
    }
    for (const part of parts) breakPart(part)
  })
  changed.observe(document.body, { childList: true, subtree: true, characterData: true })
  document.addEventListener('copy', copyPlain)
  return () => {
    changed.disconnect()
    document.removeEventListener('copy', copyPlain)
  }
}
