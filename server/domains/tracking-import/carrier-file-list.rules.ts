import type { ImportKind } from '#contract/tracking-import'
import type { Carrier } from '#contract/tracking-number'
import { readIssuedFile } from './issued-file.rules.ts'
import { readTrackingFile } from './tracking-file.rules.ts'

export interface CarrierFileKey {
  kind: ImportKind
  carrier: Carrier
}

export const carrierFiles = { events: readTrackingFile, numbers: readIssuedFile } as const satisfies Record<
  ImportKind,
  unknown
>

export type FileOf<Kind extends ImportKind> = ReturnType<(typeof carrierFiles)[Kind]>
