// A mail as plain text and as HTML from one source. Mail programs know neither style sheets nor scripts reliably, so the
// HTML is tables with inline styles; the style element only serves dark mode, where it is understood.

export type Block =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { button: { label: string; url: string } }

/** Colours that read, and the name of a store of its own: without, the letter is the site's. */
export interface LetterLook {
  name: string
  brand: string
  onBrand: string
  link: string
}

export interface Letter {
  subject: string
  /** Above the HTML; as plain text the subject says it. */
  title: string
  blocks: readonly Block[]
  /** Lines under the letter. */
  signature: readonly string[]
  look: LetterLook
}

const site = 'おくる'
const rule = '────────────────────'

/** Paragraphs are separated by an empty line. */
export const paragraphsOf = (text: string): string[] => text.trim().split(/\n{2,}/)

export function letterText({ blocks, signature }: Letter): string {
  const parts = blocks.map((block) => {
    if (typeof block === 'string') return block
    if ('button' in block) return `▼ ${block.button.label}\n${block.button.url}`
    return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  })
  return `${[...parts, [rule, site, ...signature].join('\n')].join('\n\n')}\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)

const urls = /(https?:\/\/[^\s<>"'）」』】、。]+)/

/** Escaped, with addresses as links. */
export function linkedHtml(text: string, style = ''): string {
  return text
    .split(urls)
    .map((part, index) => {
      const safe = escapeHtml(part)
      return index % 2 === 1
        ? `<a href="${safe}"${style && ` class="lk" style="${style}"`}>${safe}</a>`
        : safe
    })
    .join('')
}

const font = "font-family:'Hiragino Sans','Yu Gothic UI','Noto Sans JP',sans-serif"
const ink = '#17181a'
const faint = '#5c6066'
const linkStyleOf = ({ link }: LetterLook) => `color:${link};word-break:break-all`

function blockHtml(block: Block, look: LetterLook): string {
  const linkStyle = linkStyleOf(look)
  if (typeof block === 'string') {
    const lines = linkedHtml(block, linkStyle).replaceAll('\n', '<br>')
    return `<p class="tx" style="margin:0 0 20px;font-size:16px;line-height:1.8;word-break:auto-phrase;overflow-wrap:anywhere;color:${ink}">${lines}</p>`
  }
  if ('button' in block) {
    const { label, url } = block.button
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr><td class="bt" style="border-radius:26px;background-color:${look.brand}"><a class="ba" href="${escapeHtml(url)}" style="display:inline-block;padding:14px 32px;font-size:16px;line-height:1.5;font-weight:bold;color:${look.onBrand};text-decoration:none;${font}">${escapeHtml(label)}</a></td></tr></table>`
  }
  const rows = block.facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="fl" width="112" style="width:112px;padding:7px 16px 7px 0;font-size:13px;line-height:1.6;font-weight:normal;text-align:left;vertical-align:top;white-space:nowrap;color:${faint}">${escapeHtml(label)}</th><td class="tx" style="padding:7px 0;font-size:15px;line-height:1.6;color:${ink}">${linkedHtml(value, linkStyle)}</td></tr>`,
  )
  return `<table class="fa" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px;border-top:1px solid #e3e5e8;border-bottom:1px solid #e3e5e8;${font}">${rows.join('')}</table>`
}

const dark = `@media (prefers-color-scheme:dark){.bg{background-color:#121314!important}.pg{background-color:#1d1f21!important}.tx,.hd{color:#eceded!important}.fl,.sg{color:#a9adb3!important}.fa{border-color:#3a3d41!important}.lk{color:#9fc2ff!important}.bt{background-color:#eceded!important}.ba{color:#17181a!important}}`

/** A store shows its name, not its logo: a picture that is loaded would tell when a mail is opened. */
function headHtml({ name, brand, onBrand }: LetterLook): string {
  const style = `font-size:15px;font-weight:bold;letter-spacing:0.1em;${font}`
  return name === ''
    ? `<tr><td class="hd" style="padding:20px 24px 0;color:${ink};${style}">${site}</td></tr>`
    : `<tr><td bgcolor="${brand}" style="padding:14px 24px 18px;background-color:${brand};color:${onBrand};${style}">${escapeHtml(name)}</td></tr>`
}

export function letterHtml(letter: Letter): string {
  const { subject, title, blocks, signature, look } = letter
  const preview = blocks.filter((block) => typeof block === 'string').join(' ')
  const lines = signature.map((line) => linkedHtml(line, linkStyleOf(look))).join('<br>')
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="bg" style="margin:0;padding:0;background-color:#f2f3f4;${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview.slice(0, 120))}</div>
<table class="bg" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f2f3f4"><tr><td align="center" style="padding:24px 12px">
<table class="pg" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border-radius:0 0 16px 16px;border-top:6px solid ${look.brand};text-align:left">
${headHtml(look)}
<tr><td style="padding:16px 24px 8px;${font}"><h1 class="tx" style="margin:0 0 20px;font-size:22px;line-height:1.5;word-break:auto-phrase;color:${ink}">${escapeHtml(title)}</h1>
${blocks.map((block) => blockHtml(block, look)).join('\n')}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left"><tr><td class="sg" style="padding:16px 24px;font-size:12px;line-height:1.8;color:${faint};${font}">${lines}</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
