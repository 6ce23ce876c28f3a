import type { promise } from '#web/features/home/shared/promise.ts'
import type { StoreThemeEntry } from './theme/store-theme.ts'

// What the document itself shows while the code is on its way: the store's bar, and on the top page the promise
// in the place and size the page will draw it. It goes away with the first page that is drawn.

const ID = 'first-paint'

export const firstPaintHtml = ({ start, marked, end, lead }: typeof promise): string =>
  `<div id="${ID}"><div class="bar"><img alt="" width="75" height="24"></div><div class="hero"><h1>${start}<br><b>${marked}</b>${end}</h1><p>${lead}</p></div></div>`

export const firstPaintCss = `body{margin:0;background:#f7f5f1}
#${ID}{display:none;position:absolute;inset:0 0 auto;z-index:1;min-height:100vh;background:#f7f5f1;color:#fff;font:14px/1.75 "Noto Sans JP","Noto Sans JP Fallback","Hiragino Sans","Yu Gothic UI",sans-serif}
#${ID}[data-page]{display:block}
#${ID}:not([data-page=top]) .hero{display:none}
#${ID} .bar,#${ID} .hero{background:var(--first-brand);padding:0 max(16px,50vw - 504px)}
#${ID} .bar{display:flex;align-items:center;height:56px}
#${ID} img{display:block;height:24px;width:auto}
#${ID} .hero{padding-top:20px;height:380px;border-radius:0 0 28px 28px}
#${ID} h1{margin:0;font-size:32px;line-height:1.35;letter-spacing:.01em;font-feature-settings:"palt"}
#${ID} p{margin:14px 0 0;max-width:34em;opacity:.86;word-break:auto-phrase}
@media(min-width:900px){#${ID} .bar{height:64px}#${ID} .hero{padding-top:56px}#${ID} h1{font-size:48px}#${ID} p{font-size:16px}}`

/**
 * A file of its own, because the page's security policy lets no script stand in the document. It also asks for
 * the code of the page that the address names. The letters are asked for at once only where the document itself
 * writes with them; elsewhere the code draws first, in letters that take the same room, and has the line to itself.
 */
export function firstPaintScript(
  stores: Readonly<Record<string, StoreThemeEntry>>,
  filesByPath: Readonly<Record<string, readonly string[]>>,
  fonts: readonly string[],
): string {
  const looks = Object.fromEntries(
    Object.entries(stores).map(([key, { palette, assets }]) => [key, [palette.brand, assets.logo]]),
  )
  return `(()=>{const f=document.getElementById('${ID}'),s=${JSON.stringify(looks)};let k;
try{k=sessionStorage.getItem('storeKey')}catch{}
k=k||new URLSearchParams(location.search).get('store');
const a=(h,o)=>document.head.append(Object.assign(document.createElement('link'),{crossOrigin:'',fetchPriority:'low',href:'/'+h},o));
for(const h of (${JSON.stringify(filesByPath)})[location.pathname]??[])a(h,{rel:'modulepreload'});
if(location.pathname==='/')for(const h of ${JSON.stringify(fonts)})a(h,{rel:'preload',as:'font',type:'font/woff2'});
const l=Object.hasOwn(s,k)?s[k]:s.default;
if(/^\\/biz(\\/|$)/.test(location.pathname))return;
f.style.setProperty('--first-brand',l[0]);f.querySelector('img').src=l[1];
f.dataset.page=location.pathname==='/'?'top':'other'})()`
}

const LONGEST_MS = 10_000

/** Takes it away; by itself when nothing was drawn for long, so that it never hides what went wrong. */
export function endFirstPaint(): void {
  document.getElementById(ID)?.remove()
}

export const endFirstPaintAtLast = (): void => {
  setTimeout(endFirstPaint, LONGEST_MS)
}
