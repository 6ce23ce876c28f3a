import type { Domain } from '#server/platform/domain'

export const hold: Domain = {
  level: 'ground',
}
