export interface InstallableStore {
  /** Blank for the common storefront. */
  key: string
  name: string
  brand: string
  /** Square pictures whose drawing lies within the middle, so that a system may cut them to any shape. */
  icons: readonly { src: string; sizes: string }[]
}

/** What a browser needs to put a store on the home screen. Each store is installed by itself. */
export function manifestOf({ key, name, brand, icons }: InstallableStore) {
  const at = (path: string) => (key === '' ? path : `${path}?store=${encodeURIComponent(key)}`)
  return {
    id: at('/'),
    name: `${name} ブランド古着の宅配買取`,
    short_name: name,
    description: 'ブランド古着を箱に入れて送るだけ。1点ずつ、値段の理由がわかる宅配買取です。',
    lang: 'ja',
    start_url: at('/'),
    scope: '/',
    display: 'standalone',
    background_color: '#f7f5f1',
    theme_color: brand,
    icons: ['any', 'maskable'].flatMap((purpose) =>
      icons.map((icon) => ({ ...icon, type: 'image/png', purpose })),
    ),
    shortcuts: [
      { name: '買取を申し込む', url: at('/requests/new') },
      { name: 'マイページ', url: at('/mypage') },
    ],
  }
}
