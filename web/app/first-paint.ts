import type { VisitAnswer } from '#contract/page-drawing'
import { typefaceVoice } from '#contract/typeface'
import type { promise } from '#web/features/home/shared/promise.ts'

// Shown by the document while the code loads: the store's bar and the page as it looks before any response, in the place
// and size of the real one. Removed by the first render.

const ID = 'first-paint'

/** A page drawn for the document. */
export interface FirstPage {
  /** As the router writes it. */
  path: string
  html: string
  css: string
  /** Of a signed-in customer. */
  own: boolean
  /** Without responses it shows little more than its heading. */
  waits: boolean
}

/** Of a colour of the palette; the server names those of each look in the same way. */
export const shadeName = (group: string, name: string): string => `${group}-${name}`

/** Stands for a parameter of the path in what is drawn. */
const PARAMETER = '900000000001'

/** The address at which a page is drawn while building. */
export const addressOf = (path: string): string => path.replaceAll(/\$\w+/g, PARAMETER)

export const pathRule = (path: string): string => `^${path.replaceAll(/\$\w+/g, '(\\w+)')}/?$`

/** The top page has a first paint of its own; the others depend on what a link carries. */
const notDrawn: readonly string[] = [
  '/',
  '/signup',
  '/login/callback',
  '/email/confirm',
  '/line/link',
  '/price-estimate/$token',
]
export const isDrawn = (path: string): boolean => !notDrawn.includes(path)

/** `files`: what only this page needs of the code. */
export const firstPaintHtml = (
  { path, html, css, own, waits }: FirstPage,
  files: readonly string[],
  nonce: string,
): string =>
  `<div id="${ID}"><style nonce="${nonce}">${css}</style><div class="bar"><img alt="" width="75" height="24"></div><div class="stopped" role="status"></div><div class="drawn" data-path="${pathRule(path)}" data-files="${files.join(' ')}"${own ? ' data-own' : ''}${waits ? ' data-waits' : ''}>${html}</div></div>`

export const topPage = ({ start, end, lead }: typeof promise): FirstPage => ({
  path: '/',
  html: `<div class="hero"><h1>${start}<br>${end}</h1><p>${lead}</p></div>`,
  css: heroCss,
  own: false,
  waits: false,
})

const heroCss = `#${ID} .hero{padding:28px max(16px,50vw - 548px) 0;height:560px;background:linear-gradient(var(--first-bg-sunken,#ece6db),var(--first-bg-page,#f7f5f1))}
#${ID} h1{margin:0;color:var(--first-primary-dark,#10203f);font-size:33px;line-height:1.32;font-family:var(--first-family,inherit);font-weight:var(--first-weight,700);letter-spacing:var(--first-spacing,.01em);font-feature-settings:"palt"}
#${ID} p{margin:10px 0 0;color:#5f6273;word-break:auto-phrase;line-break:strict;text-wrap:pretty}
@media(min-width:900px){#${ID} .hero{padding-top:48px}#${ID} h1{font-size:44px}#${ID} p{margin-top:14px;font-size:15px;max-width:448px}}`

/** Nothing in a form can be used yet; once there is something to read, buttons may be part of it. */
export const firstPaintCss = `body{margin:0;background:var(--first-bg-page,#f7f5f1)}
#${ID}{display:none;position:absolute;inset:0 0 auto;z-index:1;min-height:100vh;background:var(--first-bg-page,#f7f5f1);font:14px/1.75 "Noto Sans JP Fallback","Hiragino Sans","Yu Gothic UI",sans-serif}
#${ID}[data-page]{display:block}
#${ID} .drawn:not([data-shown]){display:none}
.drawn :is(form,input,select,textarea,button){visibility:hidden}
.drawn[data-read] button{visibility:inherit;pointer-events:none}
#${ID}>.stopped{padding:8px 16px;text-align:center;color:#8a5a00;background:#fdf3dc}
#${ID}>.stopped:empty{display:none}
#${ID}>.stopped a{display:inline-block;color:inherit}
#${ID}>.bar{background:var(--first-brand-main,#10203f);display:flex;align-items:center;height:56px;padding:0 max(16px,50vw - 548px)}
#${ID}>.bar img{display:block;height:24px;width:auto}
#${ID}>.bar img:not([src]){visibility:hidden}
@media(min-width:900px){#${ID}>.bar{height:64px}}`

/**
 * Part of the document, which saves a round trip; the CSP allows it by its hash. It asks the server for the page with its
 * responses, and loads code and fonts only after the paint and the first photos, one after the other, so that what is
 * looked at and input come first. The wait is limited, because a hidden tab never paints and a server may be slow. When
 * the code fails to load, it says so, and reloads the document once the connection is back and the server responds.
 */
export function firstPaintScript({ entry, fonts }: Code): string {
  const { gothic: _usual, ...voices } = typefaceVoice
  return `(()=>{const f=document.getElementById('${ID}'),w=location.pathname,e=f.querySelector('.drawn'),g=RegExp(e.dataset.path).exec(w);let k,d;
try{k=sessionStorage.getItem('storeKey')}catch{}
k=k||new URLSearchParams(location.search).get('store');
const a=(n,o)=>setTimeout(()=>document.head.append(Object.assign(document.createElement(n),{crossOrigin:''},o)));
const stopped=()=>{const p=f.querySelector('.stopped');if(p.firstChild)return;
p.append('通信が途切れ、読み込みが途中で止まりました。',Object.assign(document.createElement('a'),{href:location.href,textContent:'もう一度読み込む'}));
f.dataset.page='';addEventListener('online',()=>fetch('/healthz',{cache:'no-store'}).then(()=>location.reload(),()=>0))};
const load=()=>{if(d)return;d=1;
for(const href of ${JSON.stringify(entry.needs)})a('link',{rel:'modulepreload',href});
for(const src of ${JSON.stringify([...entry.libraries, entry.file])})a('script',{type:'module',src,onerror:stopped});
for(const href of g?e.dataset.files.match(/\\S+/g)||[]:[])a('link',{rel:'modulepreload',href});
if(w==='/')for(const href of ${JSON.stringify(fonts)})a('link',{rel:'preload',as:'font',type:'font/woff2',href})};
if(/^\\/biz(\\/|$)/.test(w))return load();
const s=JSON.parse(document.querySelector('meta[name=okuru-stores]')?.content||'[]'),l=s.find(x=>x.key===k)||s.find(x=>x.key==='default'),q=x=>f.querySelector(x);
if(l){const p=(n,v)=>v&&document.documentElement.style.setProperty('--first-'+n,v),v=${JSON.stringify(voices)}[l.typeface],i=q('img'),o=l.logo;
for(const [n,c] of Object.entries(l.shades||{}))p(n,c);if(v){p('family',v.family);p('weight',v.weight);p('spacing',v.spacing)}
if(o){i.width=Math.round(o.width*24/o.height);i.src=o.url}else i.remove();
const h=q('.hero h1'),t=q('.hero p');
if(h&&l.headline_start)h.replaceChildren(l.headline_start,document.createElement('br'),l.headline_end||'');
if(t&&l.lead)t.textContent=l.lead}
f.dataset.page='';
const u=n=>{try{return localStorage.getItem(n)}catch{}};
if(g?.[1])e.innerHTML=e.innerHTML.replaceAll('${PARAMETER}',g[1]);
const r=u('userType')==='customer'&&u('accessToken')&&u('refreshToken')||undefined;
let t=0;
if(g&&!/returnUrl=/.test(location.search)&&(!('own' in e.dataset)||r)){e.dataset.shown='';
if('waits' in e.dataset)t=window.${DRAWN}=fetch('/drawn',{method:'POST',priority:'high',headers:{'content-type':'application/json'},body:JSON.stringify({page:w+location.search,store:k||'',width:innerWidth,refresh:r})}).then(a=>a.status===200?a.json():null).then(n=>{
if(n&&f.isConnected){q('style').textContent=n.css;e.innerHTML=n.html;e.dataset.read=''}
return n&&{...n,refresh:r}}).catch(()=>null)}
const z=()=>Promise.all([...e.querySelectorAll('img')].filter(x=>x.getBoundingClientRect().top<innerHeight).map(x=>x.decode().catch(()=>0)));
requestAnimationFrame(()=>setTimeout(()=>t?t.then(()=>requestAnimationFrame(()=>setTimeout(()=>z().then(load)))):load()));
setTimeout(load,t?${LONGEST_WAIT_MS.withResponses}:${LONGEST_WAIT_MS.without})})()`
}

/** Where the script keeps the page that the server draws with its responses. */
const DRAWN = 'okuruDrawn'

declare global {
  interface Window {
    okuruDrawn?: Promise<(VisitAnswer & { refresh?: string }) | null>
  }
}

interface Code {
  entry: {
    file: string
    needs: readonly string[]
    libraries: readonly string[]
  }
  fonts: readonly string[]
}

const LONGEST_WAIT_MS = { without: 300, withResponses: 600 } as const

const LONGEST_MS = 10_000

/** Removes it; also after a long time without a render, so that it hides no error. */
export function endFirstPaint(): void {
  document.getElementById(ID)?.remove()
}

/** The page that the server drew with its responses, after its styles; empty once the program has rendered a page. */
export function drawnPageShown(): Element[] {
  const paint = document.getElementById(ID)
  const drawn = paint?.querySelector('.drawn[data-read]')
  return paint && drawn ? [...paint.querySelectorAll('style'), drawn] : []
}

/** Called when the drawn page belongs to another session: it is not kept when the program cannot load its own. */
export function disownDrawnPage(): void {
  document.getElementById(ID)?.querySelector('.drawn')?.removeAttribute('data-read')
}

export const endFirstPaintAtLast = (): void => {
  setTimeout(endFirstPaint, LONGEST_MS)
}
