import { expect, test } from 'vitest'
import { deviceLabelOf, foldEmail } from './account.rules.ts'

test('case, width and spaces around do not make another address', () => {
  expect(foldEmail(' Ｈanako@Example.JP ')).toBe('hanako@example.jp')
  expect(foldEmail('hana.ko@example.jp')).not.toBe(foldEmail('hanako@example.jp'))
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Windows の Edge',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Android の Chrome',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Mac の Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.0.0',
    'iPhone の LINE',
  ],
  ['curl/8.0', '不明な端末'],
  [undefined, '不明な端末'],
])('%s is shown as %s', (agent, label) => {
  expect(deviceLabelOf(agent)).toBe(label)
})
