/** Also rendered into the document, so that it shows before any script has loaded. */
export const promise = {
  start: '1点ずつ、',
  end: '理由のわかる値段で。',
  lead: 'ブランド古着の宅配買取です。減額の理由と、同じ条件の買取実績を、1点ずつお見せします。',
} as const
