/** Also rendered into the document, so that they show before any script has loaded. */
export const loginWords = {
  title: 'ログイン',
  lead: 'お申し込みの状況や査定の結果、お支払いの予定は、ログインするとご覧いただけます。',
} as const
