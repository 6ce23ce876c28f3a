/** What Excel opens in Japan. Shift_JIS means CP932, as Windows writes it. */
export const csvEncodings = ['utf-8', 'shift_jis'] as const
export type CsvEncoding = (typeof csvEncodings)[number]
