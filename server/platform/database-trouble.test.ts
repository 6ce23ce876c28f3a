import { expect, test } from 'vitest'
import { type Trouble, troubleOf } from './database-trouble.ts'

const coded = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each<[string, Error, Trouble | undefined]>([
  [
    'a disk that has become read-only',
    coded('could not extend file "base/16384/16693": Read-only file system', '42501'),
    'read_only',
  ],
  ['a full disk', coded('could not extend file: No space left on device', '53100'), 'read_only'],
  ['a right that the program lacks', coded('permission denied for table purchase_item', '42501'), undefined],
  ['a standby', coded('cannot execute INSERT in a read-only transaction', '25006'), 'read_only'],
  ['a wrong statement', coded('column "x" does not exist', '42703'), undefined],
])('%s', (_name, error, trouble) => {
  expect(troubleOf(error)).toBe(trouble)
})
