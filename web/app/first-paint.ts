import { typefaceVoice } from '#contract/typeface'
import type { promise } from '#web/features/home/shared/promise.ts'

// Shown by the document while the code loads: the store's bar and, on the usual entry pages, the heading, in the place
// and size of the real page. Removed by the first render.

const ID = 'first-paint'

/** Title and lead of a page, in the place where `layout` puts them. */
export interface FirstHead {
  path: string
  layout: 'page' | 'wide' | 'account'
  title: string
  lead: string
}

const sheet = ({ path, layout, title, lead }: FirstHead): string =>
  `<div class="sheet ${layout}" data-path="${path}"><h1>${title}</h1><p>${lead}</p></div>`

export const firstPaintHtml = ({ start, end, lead }: typeof promise, heads: readonly FirstHead[]): string =>
  `<div id="${ID}"><div class="bar"><img alt="" width="75" height="24"></div><div class="hero" data-path="/"><h1>${start}<br>${end}</h1><p>${lead}</p></div>${heads.map(sheet).join('')}</div>`

export const firstPaintCss = `body{margin:0;background:var(--first-ground,#f7f5f1)}
#${ID}{display:none;position:absolute;inset:0 0 auto;z-index:1;min-height:100vh;background:var(--first-ground,#f7f5f1);color:#fff;font:14px/1.75 "Noto Sans JP Fallback","Hiragino Sans","Yu Gothic UI",sans-serif}
#${ID}[data-page]{display:block}
#${ID} [data-path]:not([data-shown]){display:none}
#${ID} .bar,#${ID} .hero{padding:0 max(16px,50vw - 548px)}
#${ID} .bar{background:var(--first-brand,#10203f);display:flex;align-items:center;height:56px}
#${ID} img{display:block;height:24px;width:auto}
#${ID} .hero{padding-top:28px;height:560px;background:linear-gradient(var(--first-sunken,#ece6db),var(--first-ground,#f7f5f1))}
#${ID} .hero h1{color:var(--first-ink,#10203f)}
#${ID} h1{margin:0;font-size:33px;line-height:1.32;font-family:var(--first-family,inherit);font-weight:var(--first-weight,700);letter-spacing:var(--first-spacing,.01em);font-feature-settings:"palt"}
#${ID} .sheet{max-width:640px;margin:0 auto;padding:20px 16px;box-sizing:border-box;color:#1c2132}
#${ID} .sheet h1{font-size:26px;line-height:1.4}
#${ID} .sheet p{margin:8px 0 0;max-width:none;font-size:14px;color:#5f6273;opacity:1}
#${ID} .wide{max-width:1128px}
#${ID} .account{max-width:472px}
@media(min-width:600px){#${ID} .sheet{padding:32px 24px}#${ID} .account{padding:93px 53px}}
#${ID} p{margin:10px 0 0;color:#5f6273;word-break:auto-phrase;line-break:strict;text-wrap:pretty}
@media(min-width:900px){#${ID} .bar{height:64px}#${ID} .hero{padding-top:48px}#${ID} .hero h1{font-size:44px}#${ID} .hero p{margin-top:14px;font-size:15px;max-width:448px}}`

/**
 * An external script, because the CSP allows no inline one. It loads code and fonts only after the first paint, one
 * after the other, so that text and input come first. The wait is limited, because a hidden tab never paints.
 */
export function firstPaintScript({ entry, pages, fonts }: Code): string {
  const { gothic: _usual, ...voices } = typefaceVoice
  const files = [...new Set(pages.flatMap((page) => page.files))]
  const routes = pages
    .filter((page) => page.files.length > 0)
    .map((page) => [page.path.replaceAll(/\$\w+/g, '[^/]+'), page.files.map((file) => files.indexOf(file))])
  return `(()=>{const f=document.getElementById('${ID}'),w=location.pathname;let k,d;
try{k=sessionStorage.getItem('storeKey')}catch{}
k=k||new URLSearchParams(location.search).get('store');
const a=(t,o)=>setTimeout(()=>document.head.append(Object.assign(document.createElement(t),{crossOrigin:''},o)));
const load=()=>{if(d)return;d=1;
const m=${JSON.stringify(routes)}.find(([p])=>RegExp('^'+p+'/?$').test(w)),n=${JSON.stringify(files)};
for(const href of ${JSON.stringify(entry.needs)})a('link',{rel:'modulepreload',href});
for(const src of ${JSON.stringify([...entry.libraries, entry.file])})a('script',{type:'module',src});
for(const i of m?m[1]:[])a('link',{rel:'modulepreload',href:n[i]});
if(w==='/')for(const href of ${JSON.stringify(fonts)})a('link',{rel:'preload',as:'font',type:'font/woff2',href})};
if(/^\\/biz(\\/|$)/.test(w))return load();
const s=JSON.parse(document.querySelector('meta[name=okuru-stores]')?.content||'[]'),l=s.find(x=>x.key===k)||s.find(x=>x.key==='default'),q=x=>f.querySelector(x);
if(l){const p=(n,v)=>v&&document.documentElement.style.setProperty('--first-'+n,v),v=${JSON.stringify(voices)}[l.typeface],i=q('img'),o=l.logo;
p('brand',l.brand);p('ink',l.ink);p('ground',l.colors?.bg?.page);p('sunken',l.colors?.bg?.sunken);if(v){p('family',v.family);p('weight',v.weight);p('spacing',v.spacing)}
if(o){i.width=Math.round(o.width*24/o.height);i.src=o.url}else i.remove();
if(l.headline_start)q('.hero h1').replaceChildren(l.headline_start,document.createElement('br'),l.headline_end||'');
if(l.lead)q('.hero p').textContent=l.lead}
f.dataset.page='';
if(!/returnUrl=/.test(location.search)){const e=f.querySelector('[data-path="'+CSS.escape(w)+'"]');if(e)e.dataset.shown=''}
requestAnimationFrame(()=>setTimeout(load));setTimeout(load,${LONGEST_WAIT_MS})})()`
}

interface Code {
  entry: {
    file: string
    needs: readonly string[]
    libraries: readonly string[]
  }
  /** Paths as the router writes them, with the files that only some pages need. */
  pages: readonly { path: string; files: readonly string[] }[]
  fonts: readonly string[]
}

const LONGEST_WAIT_MS = 300

const LONGEST_MS = 10_000

/** Removes it; also after a long time without a render, so that it hides no error. */
export function endFirstPaint(): void {
  document.getElementById(ID)?.remove()
}

export const endFirstPaintAtLast = (): void => {
  setTimeout(endFirstPaint, LONGEST_MS)
}
