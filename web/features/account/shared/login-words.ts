/** The first words of the page. They are also written into the document, to be read before any code has come. */
export const loginWords = {
  title: 'ログイン',
  lead: 'お申し込みの状況や査定の結果、お支払いの予定は、ログインするとご覧いただけます。',
} as const
