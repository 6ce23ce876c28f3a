import type { Domain } from '#server/platform/domain'

export const activity: Domain = {
  level: 'ground',
}
