/** The promise of the top page. It is also written into the document, to be read before any code has come. */
export const promise = {
  start: '1点ずつ、',
  marked: '理由のわかる値段',
  end: 'で。',
  lead: 'ブランド古着を箱に入れて送るだけ。値段の内訳を1点ごとにご覧いただき、売るものだけをお選びいただけます。',
} as const
