/** Also rendered into the document, so that it shows before any script has loaded. */
export const promise = {
  start: '1点ずつ、',
  marked: '理由のわかる値段',
  end: 'で。',
  lead: 'ブランド古着を箱に入れて送るだけ。値段の内訳を1点ごとにご覧いただき、売るものだけをお選びいただけます。',
} as const
